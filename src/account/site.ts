import { isThisMachine } from '../domain/this-machine.ts'
import { AccountRefusal } from './refusal.ts'

/** The site that people sign in to. */
export interface Site {
  /** Such as `https://risk.example.org`; the one Origin that requests may come from. */
  origin: string
  /** Host and port, as the sign-in message names it: the RFC 3986 authority of EIP-4361. */
  domain: string
}

/**
 * The site of a request: the configured address. Without one only a browser on the same machine may sign in, because the Host
 * header is the sender's: a phishing proxy would send its own and get messages signed for it. Throws a `AccountRefusal`.
 */
export function siteOf(publicUrl: string | null, requestUrl: string): Site {
  const url = URL.parse(publicUrl ?? requestUrl)
  const isLocal = url !== null && isThisMachine(url.hostname)
  if (url !== null && (isLocal || (publicUrl !== null && url.protocol === 'https:'))) {
    return { origin: url.origin, domain: url.host }
  }
  const message =
    publicUrl === null
      ? 'Sign-in is not set up: the operator must set PLIMSOLL_PUBLIC_URL to the address of this site.'
      : 'Sign-in needs https: the operator must set PLIMSOLL_PUBLIC_URL to an https address.'
  throw new AccountRefusal('site', message)
}
