/** What splits a text into lines: its width in pixels, and which letters can be drawn. */
export interface Measure {
  has: (letter: string) => boolean
  width: (text: string) => number
}

/** Marks that change the order or the shape of letters beside them, and those that are never seen. */
const UNSEEN = /[\p{C}\u115f\u1160\u3164\uffa0]+/gu

/**
 * A name from outside with letters that can be drawn, or null where letters are missing. Accents that no font has are left
 * out, and so are pictures such as flags.
 */
export function drawableName(name: string, has: Measure['has']): string | null {
  const plain = letters(name, has)
  if (/[\p{L}\p{N}]/u.test(plain.lost)) return null
  return /[\p{L}\p{N}]/u.test(plain.kept) ? plain.kept : null
}

/** A sentence with letters that can be drawn; those that cannot are an ellipsis. */
export function drawableText(text: string, has: Measure['has']): string {
  return letters(text, has, '…').kept.replace(/…+/g, '…')
}

function letters(text: string, has: Measure['has'], instead = ''): { kept: string; lost: string } {
  let [kept, lost] = ['', '']
  const clean = text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '')
  for (const letter of clean) {
    const base = has(letter) ? letter : letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if ([...base].every(has)) kept += base
    else {
      kept += instead
      lost += letter
    }
  }
  return { kept: kept.replace(/ +/g, ' ').trim(), lost }
}

/** A text in at most `most` lines of a width; what does not fit ends in an ellipsis. */
export function linesOf(text: string, width: number, most: number, measure: Measure): string[] {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most) {
    if (measure.width(rest) <= width) return [...lines, rest]
    const isLast = lines.length === most - 1
    const fits = fitting(rest, isLast ? width - measure.width('…') : width, measure)
    const space = fits.lastIndexOf(' ')
    // A word that is longer than a line is cut.
    const line = rest[fits.length] === ' ' || space <= 0 ? fits : fits.slice(0, space)
    lines.push(isLast ? `${line.trimEnd()}…` : line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/** The longest beginning that fits, at least one letter. */
function fitting(text: string, width: number, measure: Measure): string {
  let [fits, used] = ['', 0]
  for (const letter of text) {
    used += measure.width(letter)
    if (fits !== '' && used > width) break
    fits += letter
  }
  return fits
}
