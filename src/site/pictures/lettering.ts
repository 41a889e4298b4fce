import type { IndexedPixels } from './indexed-png.ts'
import type { OutlineFont } from './outlines.ts'

/** A letter as it is put on a picture: how much of each pixel it covers, from 0 to 255. */
interface Letter {
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

/** Room beside a letter whose shape is wider than its advance. */
const PAD = 4

/** Draws every letter of the fonts at a size in pixels; the first font that has a letter counts. */
export async function drawLettering(fonts: OutlineFont[], size: number): Promise<Lettering> {
  const above = Math.ceil(size)
  const height = above + Math.ceil(size * 0.3)
  const letters = new Map<string, Letter>()
  for (const font of fonts) {
    const missing = font.characters.filter((letter) => !letters.has(letter))
    await addSheet({ font, characters: missing, size, above, height }, letters)
  }
  return { above, height, letters }
}

interface Sheet {
  font: OutlineFont
  characters: string[]
  size: number
  above: number
  height: number
}

/** All letters of a font in one tall picture, one below the other. */
async function addSheet(sheet: Sheet, letters: Map<string, Letter>): Promise<void> {
  const { font, characters, size, above, height } = sheet
  const outlines = characters.map((letter) => font.outline(letter, size))
  const width = Math.ceil(Math.max(...outlines.map((outline) => outline.width))) + 2 * PAD
  const paths = outlines.map(
    ({ path }, row) => `<path transform="translate(${PAD} ${row * height + above})" d="${path}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height * outlines.length}" fill="#fff">${paths.join('')}</svg>`
  const { default: sharp } = await import('sharp')
  const pixels = await sharp(Buffer.from(svg), { unlimited: true })
    .extractChannel('alpha')
    .raw()
    .toBuffer()
  for (const [row, letter] of characters.entries()) {
    const cover = pixels.subarray(row * height * width, (row + 1) * height * width)
    letters.set(letter, { advance: outlines[row]?.width ?? 0, width, cover })
  }
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
    putLetter(on, letter, { x: Math.round(left) - PAD, y: y - lettering.above, shades })
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
