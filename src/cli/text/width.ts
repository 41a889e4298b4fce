const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const ASCII = /^[\x20-\x7e]*$/
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
/** No column of their own: combining marks, joiners, and the vowels and final consonants of Korean syllables. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cc}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]$/u
/** Two columns: East Asian wide and full-width characters, as in `isFullWidthCodePoint` of Node. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]$/u

/** Columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2
  let width = 0
  for (const character of grapheme) {
    if (!ZERO.test(character)) width += WIDE.test(character) ? 2 : 1
  }
  return width
}

/** The text, or as much of its start as fits in so many columns with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ''
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    const next = width + graphemeWidth(segment)
    if (next > columns - 1) break
    kept += segment
    width = next
  }
  return `${kept.trimEnd()}…`
}

/** The text with spaces up to so many columns. */
export function pad(text: string, columns: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, columns - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

/** The text in lines of at most so many columns, broken at spaces; a longer word is broken inside. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((part) => pieces(part, columns))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || widthOf(longer) <= columns) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** A word, broken where it takes more than so many columns. */
function pieces(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && widthOf(part + segment) > columns) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
