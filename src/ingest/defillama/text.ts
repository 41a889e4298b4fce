// Control characters, and the marks that turn the direction of text around and so can disguise a name.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const HAS_UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u
const WEB_ADDRESS = /^https?:\/\/[^\s]/i
const TWITTER_PREFIX = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:twitter|x)\.com\//i
const HANDLE = /^[A-Za-z0-9_]{1,50}$/

/** Text without control and direction marks, trimmed and cut to `maxChars`; null when nothing is left. */
export function plainText(text: string | null | undefined, maxChars: number): string | null {
  if (text === null || text === undefined) return null
  const printable = HAS_UNPRINTABLE.test(text)
    ? text.replace(UNPRINTABLE, ' ').toWellFormed()
    : text
  const trimmed = printable.trim()
  if (trimmed === '') return null
  return trimmed.length <= maxChars ? trimmed : cut(trimmed, maxChars)
}

/** The address when it is a web address that a browser would follow, else null. */
export function webAddress(text: string | null | undefined): string | null {
  const trimmed = text?.trim()
  if (trimmed === undefined || !WEB_ADDRESS.test(trimmed)) return null
  if (!URL.canParse(trimmed)) return null
  return /[\s<>"\p{Cc}]/u.test(trimmed) ? new URL(trimmed).href : trimmed
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

function cut(text: string, maxChars: number): string {
  const half = /[\ud800-\udbff]$/
  return text.slice(0, maxChars).replace(half, '').trimEnd()
}
