import type { IndexedPixels } from './indexed-png.ts'

/** A letter as it is put on a picture: how much of each pixel it covers, from 0 to 255. */
export interface Letter {
  advance: number
  width: number
  cover: Uint8Array
}

/** The letters of fonts at one size, drawn once and then copied. */
export interface Lettering {
  /** Pixels above the baseline that a letter may take. */
  above: number
  height: number
  letters: Map<string, Letter>
}

/** The same in a file: each letter with its advance, its width and its cover, a digit from 0 to 4 for each pixel. */
export interface PackedLettering {
  above: number
  height: number
  letters: [letter: string, advance: number, width: number, cover: string][]
}

/** Room beside a letter whose shape is wider than its advance. */
export const LETTER_PAD = 4

/** Steps of a cover in a file. */
const STEPS = 4
const ZERO = '0'.charCodeAt(0)

export function packLettering({ above, height, letters }: Lettering): PackedLettering {
  const rows = [...letters].map(([letter, { advance, width, cover }]) => {
    const digits = cover.map((byte) => ZERO + Math.round((byte / 255) * STEPS))
    return [letter, advance, width, String.fromCharCode(...digits)] as const
  })
  return { above, height, letters: rows.map((row) => [...row]) }
}

export function unpackLettering({ above, height, letters }: PackedLettering): Lettering {
  const rows = letters.map(([letter, advance, width, digits]) => {
    const cover = Uint8Array.from(digits, (digit) => (Number(digit) * 255) / STEPS)
    return [letter, { advance, width, cover }] as const
  })
  return { above, height, letters: new Map(rows) }
}

/** Width of a text in pixels; letters that are not there take no room. */
export function widthOf(text: string, { letters }: Lettering): number {
  let width = 0
  for (const letter of text) width += letters.get(letter)?.advance ?? 0
  return width
}

/** Puts a text on paper. `shades`: the place in the palette for each cover from 0 to 255. */
export function putText(
  on: IndexedPixels,
  text: string,
  { x, y, in: lettering, shades }: { x: number; y: number; in: Lettering; shades: Uint8Array },
): void {
  let left = x
  for (const mark of text) {
    const letter = lettering.letters.get(mark)
    if (!letter) continue
    putLetter(on, letter, { x: Math.round(left) - LETTER_PAD, y: y - lettering.above, shades })
    left += letter.advance
  }
}

function putLetter(
  { places, width, height }: IndexedPixels,
  letter: Letter,
  { x, y, shades }: { x: number; y: number; shades: Uint8Array },
): void {
  const { cover, width: across } = letter
  for (let from = 0; from < cover.length; from += 1) {
    const shade = shades[cover[from] ?? 0] ?? 0
    if (shade === 0) continue
    const [column, row] = [x + (from % across), y + Math.floor(from / across)]
    if (column < 0 || column >= width || row < 0 || row >= height) continue
    places[row * width + column] = shade
  }
}
