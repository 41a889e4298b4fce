// What nobody can see and what can disguise a name: zero-width characters, soft hyphens, tags, direction marks, fillers.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const UNPRINTABLE = /\p{Cc}+/gu
const ODD = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u
const WEB_ADDRESS = /^https?:\/\/[^\s]/i
const TWITTER_PREFIX = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:twitter|x)\.com\//i
const HANDLE = /^[A-Za-z0-9_]{1,50}$/

/** Longer addresses are cut off by browsers and by the servers behind them. */
const MAX_ADDRESS = 2_048

/** Names that stand for a machine of the reader's own network, whoever the reader is. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|arpa)$/
const NUMERIC_HOST = /^(?:\[.*\]|[\d.]+)$/

/** Text without what cannot be seen, trimmed and cut to `maxChars`; null when nothing is left. */
export function plainText(text: string | null | undefined, maxChars: number): string | null {
  if (text === null || text === undefined) return null
  const trimmed = visible(text).trim()
  if (trimmed === '') return null
  return trimmed.length <= maxChars ? trimmed : cut(trimmed, maxChars)
}

/** Whether a text holds characters that nobody can see, or half a character. */
export function hasOddCharacters(text: string): boolean {
  return ODD.test(text)
}

/**
 * The address when it is a web address that a browser would follow to a public host, with its scheme in lower case, else
 * null. Addresses of more than 2,048 characters, with a user name, or of a host that is a number or local are refused.
 */
export function webAddress(text: string | null | undefined): string | null {
  const trimmed = text && visible(text).trim()
  if (!trimmed || trimmed.length > MAX_ADDRESS || !WEB_ADDRESS.test(trimmed)) return null
  const url = URL.parse(trimmed)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (!isPublicHost(url.hostname)) return null
  const address = /[\s<>"]/u.test(trimmed)
    ? url.href
    : trimmed.replace(/^https?:/i, (scheme) => scheme.toLowerCase())
  return address.length <= MAX_ADDRESS ? address : null
}

/** A Twitter handle without its `@` or address, or null when it is not one. */
export function twitterHandle(text: string | null | undefined): string | null {
  const bare = text
    ?.trim()
    .replace(TWITTER_PREFIX, '')
    .replace(/^@/, '')
    .replace(/[/?].*/s, '')
  return bare !== undefined && HANDLE.test(bare) ? bare : null
}

function visible(text: string): string {
  if (!ODD.test(text)) return text
  return text.replace(INVISIBLE, '').replace(UNPRINTABLE, ' ').toWellFormed()
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return host.includes('.') && !NUMERIC_HOST.test(host) && !LOCAL_NAME.test(host)
}

function cut(text: string, maxChars: number): string {
  const half = /[\ud800-\udbff]$/
  return text.slice(0, maxChars).replace(half, '').trimEnd()
}
