import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawFrame, drawMark, type Fonts } from './drawing.ts'
import { pictureName, picturePath } from './names.ts'
import { createOutliner } from './outlines.ts'
import { renderPicture } from './render.ts'
import { scorePicture } from './score-picture.ts'
import { sitePicture } from './site-picture.ts'

const FONTS = path.resolve(import.meta.dirname, '../../../public/fonts')
const font = (name: string) => createOutliner(readFileSync(path.join(FONTS, `${name}.woff2`)))
const fonts: Fonts = { sans: font('archivo'), serif: font('source-serif-4') }

test('a picture is named by its published score, and a missing score is not 0', () => {
  expect([pictureName(3), pictureName(0), pictureName(null)]).toEqual([
    '3.0',
    '0.0',
    'insufficient',
  ])
  expect(picturePath('3.0')).toBe('/og/3.0.png')
})

test.each([0, 1.5, 4.3, 10, null])('the picture of %s needs no font of the machine', (score) => {
  const svg = scorePicture(score, fonts)
  expect(svg).not.toMatch(/<text|NaN|undefined/)
  expect(svg.includes('stroke-dasharray')).toBe(score === null)
})

test('the picture of the site needs no font of the machine', () => {
  expect(sitePicture(fonts)).not.toMatch(/<text|NaN|undefined/)
})

test('the border has five black divisions in ten, and the mark its scale', () => {
  const edges = [...drawFrame([]).matchAll(/<rect x="([\d.]+)" y="28" width="(\d+(?:\.\d+)?)"/g)]
  const tenth = (1200 - 2 * 56) / 10
  expect(edges.map(([, x, width]) => [Number(x), Number(width)])).toEqual(
    [0, 2, 4, 6, 8].map((at) => [expect.closeTo(56 + at * tenth, 6), tenth]),
  )
  expect(drawMark(10, 20, 3)).toContain('translate(10 20) scale(3)')
})

test('a picture is a PNG of the size that the pages name', async () => {
  const png = Buffer.from(await renderPicture(4.3))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('an outline is wider for more letters, and a letter that the font lacks is refused', () => {
  expect(fonts.sans('11', 20).width).toBeCloseTo(2 * fonts.sans('1', 20).width, 6)
  expect(() => fonts.sans('船', 20)).toThrow('no glyph')
})
