import { isIP } from 'node:net'
import { isPublicAddress } from '../http/public-address.ts'
import { AccountRefusal } from './refusal.ts'
import { isLocalHost, type Site } from './site.ts'

/** Letters of the address of a webhook. */
export const MAX_URL = 500

/** Below are ports of other services, such as mail. */
const FIRST_FREE_PORT = 1_024

/** Names that are resolved within a network only (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`). */
const INNER = /(^|\.)(localhost|local|internal|home\.arpa|intranet|lan|test|invalid)$/i

/**
 * The address of a webhook. Throws a `AccountRefusal` for one that alerts are not sent to. A site on this machine may also send to this machine.
 * The sender checks the addresses of a name again.
 */
export function checkWebhookUrl(text: string, site: Site): string {
  const url = /^[\x21-\x7e\u00a0-\uffff]+$/u.test(text) && text.length <= MAX_URL && URL.parse(text)
  if (!url) throw refuse(`must be a complete address of at most ${MAX_URL} characters`)
  if (url.username !== '' || url.password !== '')
    throw refuse('must not contain a name or password')
  if (text.includes('#')) throw refuse('must not contain a #')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isHere = isLocalHost(url.hostname) && isLocalHost(new URL(site.origin).hostname)
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) {
    throw refuse('must begin with https://')
  }
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) {
    throw refuse(`must have port 443 or one from ${FIRST_FREE_PORT} on`)
  }
  if (isHere) return text
  const isPublic =
    isIP(host) === 0 ? host.includes('.') && !INNER.test(host) : isPublicAddress(host)
  if (!isPublic) throw refuse('must be on the public internet')
  return text
}

function refuse(how: string): AccountRefusal {
  return new AccountRefusal('url', `The address of the webhook ${how}.`)
}
