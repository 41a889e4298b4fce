export const INVALID_SOL_NAME = 'is not a .sol name, or one that could be mistaken for another'

/** A name and at most one subdomain. */
const MAX_LABELS = 2
/** The longest label that the name service stores, in UTF-8 bytes. */
const MAX_LABEL_BYTES = 63

/**
 * A label uses one script. Only ASCII Latin letters are allowed, and scripts with letters that look like Latin ones (Cyrillic, Greek,
 * Armenian, Cherokee and others) are left out entirely, because no list of such letters is complete.
 */
const LABELS = [
  /^[a-z0-9_-]+$/,
  /^[\p{Emoji_Presentation}0-9]+$/u,
  /^[[\p{L}&&[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]0-9ー\-]+$/v,
  /^[[\p{L}&&\p{sc=Hangul}]0-9\-]+$/v,
  /^[[\p{L}&&\p{sc=Arabic}]0-9\-]+$/v,
  /^[[\p{L}&&\p{sc=Hebrew}]0-9\-]+$/v,
  /^[[[\p{L}\p{M}]&&\p{sc=Thai}]0-9\-]+$/v,
  /^[[[\p{L}\p{M}]&&\p{sc=Devanagari}]0-9\-]+$/v,
]

/**
 * A `.sol` name in lower case without its ending, as the name service expects it. Null when it is not such a name, or could be mistaken
 * for another one.
 */
export function readSolName(text: string): string | null {
  if (text !== text.normalize('NFKC')) return null
  const name = text.toLowerCase()
  if (!name.endsWith('.sol')) return null
  const labels = name.slice(0, -'.sol'.length).split('.')
  if (labels.length > MAX_LABELS) return null
  return labels.every(isLabel) ? labels.join('.') : null
}

function isLabel(label: string): boolean {
  const isShort = new TextEncoder().encode(label).byteLength <= MAX_LABEL_BYTES
  return isShort && LABELS.some((pattern) => pattern.test(label))
}
