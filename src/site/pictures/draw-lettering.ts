import { LETTER_PAD, type Letter, type Lettering } from '../../embed/pictures/lettering.ts'
import type { OutlineFont } from './outlines.ts'

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
  const width = Math.ceil(Math.max(...outlines.map((outline) => outline.width))) + 2 * LETTER_PAD
  const paths = outlines.map(
    ({ path }, row) =>
      `<path transform="translate(${LETTER_PAD} ${row * height + above})" d="${path}"/>`,
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
