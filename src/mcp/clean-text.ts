/**
 * Characters that no name or sentence needs and that can hide text from a reader or reorder it: controls except tab and line feed, zero-width
 * and bidirectional ones, and the tag characters of Unicode.
 */
const UNSEEN =
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** The value with such characters removed from every text in it, names of fields included. A tab or line feed becomes a space. */
export function cleaned<T>(value: T): T
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\t\n]/g, ' ').replace(UNSEEN, '')
  if (Array.isArray(value)) return value.map((item) => cleaned(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [cleaned(name), cleaned(item)]),
  )
}
