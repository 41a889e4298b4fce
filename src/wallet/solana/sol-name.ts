export const INVALID_SOL_NAME = 'is not a .sol name, or one that could be mistaken for another'

/** At most a name and a name below it. */
const MAX_LABELS = 2
/** Longest label in UTF-8 bytes; what the name service stores. */
const MAX_LABEL_BYTES = 63

/**
 * One label is of one script. Latin letters are plain ones, and a script whose letters pass for Latin ones (Cyrillic,
 * Greek, Armenian, Cherokee and others) is left out whole: which of its letters do is a list that is never complete.
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
 * A `.sol` name without its ending, in lower case, as the name service knows it; null when it is none, or could be
 * mistaken for another one.
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
