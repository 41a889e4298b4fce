import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type AlertForm, CHAT_HOSTS, type ChatForm } from '../contract/alert-forms.ts'
import { isThisMachine } from '../domain/this-machine.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { AccountRefusal } from './refusal.ts'
import type { Site } from './site.ts'

/** Letters of the address of a webhook. */
export const MAX_URL = 500

/** Below are ports of other services, such as mail. */
const FIRST_FREE_PORT = 1_024

/** Names that are resolved within a network only (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`). */
const INNER = /(^|\.)(localhost|local|internal|home\.arpa|intranet|lan|test|invalid)$/i

/** Where alerts of a form go, as it is stored. Throws a `AccountRefusal` for what alerts are not sent to; it repeats nothing of it. */
export function checkReceiver(form: AlertForm, text: string, site: Site): string {
  if (form === 'json') return checkWebhookUrl(text, site)
  return form === 'email' ? checkMailAddress(text) : checkChat(form, text)
}

/**
 * The address of a webhook. A site on this machine may also send to this machine. The sender checks the addresses of a name again.
 */
function checkWebhookUrl(text: string, site: Site): string {
  const url = /^[\x21-\x7e\u00a0-\uffff]+$/u.test(text) && text.length <= MAX_URL && URL.parse(text)
  if (!url) throw refuse(`must be a complete address of at most ${MAX_URL} characters`)
  if (url.username !== '' || url.password !== '')
    throw refuse('must not contain a name or password')
  if (text.includes('#')) throw refuse('must not contain a #')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isHere = isThisMachine(url.hostname) && isThisMachine(new URL(site.origin).hostname)
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

/** Paths as the vendors document them, and the fields of the query that may be there. */
const CHATS: Record<
  ChatForm,
  { path: RegExp; query: Record<string, RegExp>; needs?: string; is: string }
> = {
  slack: {
    path: /^\/services\/[A-Z0-9]{1,30}\/[A-Z0-9]{1,30}\/[A-Za-z0-9]{8,80}$/,
    query: {},
    is: 'https://hooks.slack.com/services/…/…/…, as Slack shows it for an incoming webhook',
  },
  discord: {
    path: /^\/api\/(v10\/)?webhooks\/\d{15,21}\/[\w-]{20,100}$/,
    query: { thread_id: /^\d{15,21}$/ },
    is: 'https://discord.com/api/webhooks/…/…, as Discord copies it',
  },
  telegram: {
    path: /^\/bot\d{5,20}:[\w-]{30,60}\/sendMessage$/,
    query: { chat_id: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, message_thread_id: /^\d{1,15}$/ },
    needs: 'chat_id',
    is: 'the token of a bot, such as 123456:AbC…, and the id of a chat or the @name of a channel',
  },
}

function checkChat(form: ChatForm, text: string): string {
  const { path, query, needs, is } = CHATS[form]
  const url = /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_URL ? URL.parse(text) : null
  const host = CHAT_HOSTS[form]
  const sent = [...(url?.searchParams ?? [])]
  const isKnown =
    url?.origin === `https://${host}` &&
    text.startsWith(`https://${host}/`) &&
    url.hash === '' &&
    !text.includes('#') &&
    path.test(url.pathname) &&
    sent.every(([name, value]) => Object.hasOwn(query, name) && query[name]?.test(value)) &&
    new Set(sent.map(([name]) => name)).size === sent.length &&
    (needs === undefined || url.searchParams.has(needs))
  if (!url || !isKnown) throw new AccountRefusal('url', `Enter ${is}.`)
  return `${url.origin}${url.pathname}${sent.length > 0 ? `?${new URLSearchParams(sent)}` : ''}`
}

/** Octets of the part before the @ and of a whole address (RFC 5321, 4.5.3.1; RFC 3696, erratum 1690). */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254

/** A `Dot-string` of RFC 5321 without its quoted form: nothing in it means anything in a header or to a shell. */
const LOCAL_PART = /^[A-Za-z0-9!#$&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$&'*+/=?^_`{|}~-]+)*$/

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** An address of e-mail as `mailto:`, its domain in ASCII, so that two that look alike are not taken for each other. */
function checkMailAddress(text: string): string {
  const [, local = '', domain = ''] = /^([^@]{1,64})@([^@]{1,253})$/.exec(text) ?? []
  const host = /[\s%/\\?#:[\]]/.test(domain) ? '' : domainToASCII(domain)
  const address = `${local}@${host}`
  const isAddress =
    local.length <= MAX_LOCAL &&
    address.length <= MAX_ADDRESS &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(host) &&
    !INNER.test(host)
  if (!isAddress) {
    const words = 'Enter one address such as you@example.org, with plain letters before the @.'
    throw new AccountRefusal('url', words)
  }
  return `mailto:${address}`
}

/** The mailbox that an address most likely leads to, so that spellings of one share a limit: without a +tag, dots and case. */
export function mailboxOf(url: string): string {
  const [local = '', domain = ''] = url
    .toLowerCase()
    .replace(/^mailto:/, '')
    .split('@')
  const [name = ''] = local.split('+')
  return `${name.replaceAll('.', '')}@${domain}`
}

function refuse(how: string): AccountRefusal {
  return new AccountRefusal('url', `The address of the webhook ${how}.`)
}
