/** Longest query, in UTF-16 units. Longer names take part in a search with their beginning. */
export const MAX_SEARCH_LENGTH = 100

/** Text that Unicode normalisation leaves alone. */
const PRINTABLE_ASCII = /^[ -~]*$/

/**
 * A query as it is compared and cached: Unicode NFKC, lower case, one space between words, at most `MAX_SEARCH_LENGTH`.
 * Imports no package, because the edge uses it.
 */
export function plainText(text: string): string {
  const lower = text
    .slice(0, 2 * MAX_SEARCH_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
  const spaced = lower.normalize('NFKC').replace(/\s+/gu, ' ').trim()
  return spaced.slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim()
}

/** Plain text without diacritics and punctuation, its words one space apart. Empty when it has nothing else. */
export function foldText(plain: string): string {
  const isPlain = PRINTABLE_ASCII.test(plain)
  const bare = isPlain ? plain : withoutMarks(plain)
  return bare.replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ').trim()
}

function withoutMarks(text: string): string {
  const parts = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return parts.normalize('NFC')
}
