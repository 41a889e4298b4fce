// Invisible characters, which can disguise a name: zero-width characters, soft hyphens, tags, direction marks, fillers.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const UNPRINTABLE = /\p{Cc}+/gu
const ODD = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u
const WEB_ADDRESS = /^https?:\/\/[^\s]/i
const TWITTER_PREFIX = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:twitter|x)\.com\//i
const HANDLE = /^[A-Za-z0-9_]{1,50}$/

/** Browsers and servers cut off longer URLs. */
const MAX_ADDRESS = 2_048

/** Host names in the reader's own network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|arpa)$/
const NUMERIC_HOST = /^(?:\[.*\]|[\d.]+)$/

/** Text without invisible characters, trimmed and cut to `maxChars`; null when nothing is left. */
export function plainText(text: string | null | undefined, maxChars: number): string | null {
  if (text === null || text === undefined) return null
  const trimmed = visible(text).trim()
  if (trimmed === '') return null
  return trimmed.length <= maxChars ? trimmed : cut(trimmed, maxChars)
}

/** Whether a text contains invisible characters or unpaired surrogates. */
export function hasOddCharacters(text: string): boolean {
  return ODD.test(text)
}

/**
 * The URL, with its scheme in lower case, when it is http or https and its host is public; else null. URLs with more than
 * 2,048 characters, with credentials, or with a numeric or local host are refused.
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

/** A Twitter handle without `@` or URL prefix; null when it is not one. */
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
