import path from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { fileNameOf } from '../../contract/file-name.ts'
import { PICTURE } from '../../embed/pictures/picture-size.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { drawFrame, drawMark } from './drawing.ts'
import { readFonts } from './fonts.ts'
import { picturePath, SITE_PICTURE } from './names.ts'
import { createPainter, type Painter, type PictureFacts } from './protocol-picture.ts'
import { sitePicture } from './site-picture.ts'
import { type PictureState, statePicture } from './state-picture.ts'

const fonts = readFonts(path.resolve(import.meta.dirname, '../../../public/fonts'))

let paint: Painter
beforeAll(async () => {
  paint = await createPainter(fonts)
})

const FACTS: PictureFacts = {
  name: 'Tern Lend',
  plainName: 'tern-lend',
  state: { kind: 'scored', score: 2.2 },
  reason: {
    title: 'Furthest above usual: Admin keys (governance)',
    text: 'One key can change the code of the main contracts at once.',
  },
  day: '2026-11-21',
  notice: null,
}

const STATES: PictureState[] = [
  ...[0, 1.5, 4.3, 10].map((score) => ({ kind: 'scored' as const, score })),
  { kind: 'stale', score: 3.4 },
  { kind: 'insufficient' },
  { kind: 'retired' },
  { kind: 'inactive', word: 'Winding down' },
]

/** The most bytes of a picture: thousands are published. */
const MAX_BYTES = 14_000

const draw = async (facts: Partial<PictureFacts>) => paint({ ...FACTS, ...facts })

/** Reads a picture with another program than the one that wrote it. */
async function open(png: Uint8Array) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = 3 * (y * info.width + x)
    return `#${data.subarray(from, from + 3).toString('hex')}`
  }
  /** Rows of an area with anything other than paper, counted. */
  const inked = (area: { x: number; y: number; width: number; height: number }) => {
    const columns = Array.from({ length: area.width }, (_, column) => area.x + column)
    return columns.filter((x) =>
      Array.from({ length: area.height }, (_, row) => area.y + row).some(
        (y) => at(x, y) !== COLOURS.paper.day,
      ),
    ).length
  }
  return { info, at, inked }
}

const NAME = { x: 0, y: 66, width: PICTURE.width, height: 52 }
const REASON = { x: 0, y: 306, width: PICTURE.width, height: 80 }
const DATE = { x: 400, y: 36, width: 400, height: 24 }

test('a picture is a PNG of the size that the pages name, with its water in the colour of the level', async () => {
  const { info, at } = await open(await draw({}))
  expect(info).toMatchObject({ ...PICTURE, format: 'raw' })
  // In the ring, just above its foot, and in its upper half.
  expect(at(173, 280)).toBe(LEVEL_COLOURS.low.day)
  expect(at(173, 200)).toBe(COLOURS.paper.day)
  expect((await open(await draw({ state: { kind: 'insufficient' } }))).at(173, 280)).toBe(
    COLOURS.paper.day,
  )
})

test('the name, the reason and the day are drawn at their places, and nothing else is there', async () => {
  const { inked } = await open(await draw({}))
  const bare = await open(await draw({ name: 'i', reason: null }))
  expect(inked(NAME)).toBeGreaterThan(120)
  expect(bare.inked(NAME)).toBeGreaterThan(2)
  expect(bare.inked(NAME)).toBeLessThan(20)
  expect(inked(REASON)).toBeGreaterThan(300)
  expect(bare.inked(REASON)).toBe(0)
  const notice = await open(await draw({ notice: 'Bundled sample. Not current.' }))
  expect(notice.inked(DATE)).toBeGreaterThan(inked(DATE) + 100)
})

test('the day ends at the right margin, which is as wide as the left one', async () => {
  const { inked } = await open(await draw({ name: 'I' }))
  const margin = 37
  expect(inked({ ...DATE, x: PICTURE.width - margin, width: margin })).toBe(0)
  expect(inked({ ...DATE, x: PICTURE.width - margin - 6, width: 6 })).toBeGreaterThan(0)
})

test('the letter I is a bar of ink below the mark', async () => {
  const { at } = await open(await draw({ name: 'I' }))
  const stem = Array.from({ length: 20 }, (_, row) => at(46, 80 + row))
  expect(new Set(stem)).toEqual(new Set([COLOURS.ink.day]))
})

test.each(STATES)(
  '$kind $score fits in its bytes, and equal facts give equal bytes',
  async (state) => {
    const text = 'Most words of a long reason that takes both of its lines, and is cut. '.repeat(5)
    const facts = { state, name: 'Mmmmmmm wwwwwww Mmmmmmm', reason: { title: 'Main reason', text } }
    const png = await draw(facts)
    expect(png.length).toBeLessThan(MAX_BYTES)
    expect(png.equals(await (await createPainter(fonts))({ ...FACTS, ...facts }))).toBe(true)
    expect(png.equals(await draw({ ...facts, day: '2026-11-22' }))).toBe(false)
  },
)

test('a name with letters that no font has is shown by the name of its page', async () => {
  const plain = await draw({ name: FACTS.plainName })
  for (const name of ['船 Finance', 'מטבע', '‮abc船', '\u0000', '🐸', '']) {
    expect((await draw({ name })).equals(plain)).toBe(true)
  }
  expect((await draw({ name: 'Tern Lend 🐸\u202e' })).equals(await draw({}))).toBe(true)
  expect((await draw({ name: 'Terņ Lend' })).equals(await draw({}))).toBe(true)
})

test('no text from outside leaves its place, or makes a picture large', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ maxLength: 300 }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, title, reason) => {
      const png = await draw({ name, plainName: fileNameOf(name), reason: { title, text: reason } })
      expect(png.length).toBeLessThan(MAX_BYTES)
      const { at } = await open(png)
      for (let y = 0; y < PICTURE.height; y += 1) {
        expect([at(20, y), at(780, y)]).toEqual([COLOURS.paper.day, COLOURS.paper.day])
      }
    }),
    { numRuns: 40 },
  )
})

test.each(STATES)('the drawing of $kind $score needs no font of the machine', (state) => {
  const svg = statePicture(state, fonts)
  expect(svg).not.toMatch(/<text|NaN|undefined/)
  expect(svg.includes('stroke-dasharray')).toBe(!('score' in state))
})

test('the picture of the site needs no font of the machine, and no page of a protocol has its name', () => {
  expect(sitePicture(fonts)).not.toMatch(/<text|NaN|undefined/)
  expect(picturePath(SITE_PICTURE)).toBe('/og/~site.png')
  expect(fileNameOf(SITE_PICTURE)).not.toBe(SITE_PICTURE)
})

test('the border has five black divisions in ten, and the mark its scale', () => {
  const edges = [...drawFrame([]).matchAll(/<rect x="([\d.]+)" y="28" width="(\d+(?:\.\d+)?)"/g)]
  const tenth = (1200 - 2 * 56) / 10
  expect(edges.map(([, x, width]) => [Number(x), Number(width)])).toEqual(
    [0, 2, 4, 6, 8].map((at) => [expect.closeTo(56 + at * tenth, 6), tenth]),
  )
  expect(drawMark(10, 20, 3)).toContain('translate(10 20) scale(3)')
})

test('an outline is wider for more letters, and a letter that the font lacks is refused', () => {
  expect(fonts.sans.outline('11', 20).width).toBeCloseTo(2 * fonts.sans.outline('1', 20).width, 6)
  expect(() => fonts.sans.outline('船', 20)).toThrow('no glyph')
})
