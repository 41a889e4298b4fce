import { breakText } from '../../domain/break-text.ts'
import type { Day } from '../../domain/day.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { type IndexedPixels, indexedPng } from '../../embed/pictures/indexed-png.ts'
import { type Lettering, putText, widthOf } from '../../embed/pictures/lettering.ts'
import { PICTURE } from '../../embed/pictures/picture-size.ts'
import { drawableName, drawableText } from '../../embed/pictures/picture-text.ts'
import { day } from '../figures.ts'
import { drawLettering } from './draw-lettering.ts'
import { MARGIN, PIXELS } from './drawing.ts'
import type { Fonts } from './fonts.ts'
import { paletteOf, placesOf, shadesOf } from './palette.ts'
import { type PictureState, statePicture } from './state-picture.ts'

/** What the picture of a protocol says. */
export interface PictureFacts {
  /** Name of the protocol, a text from outside. */
  name: string
  /** What is drawn where the name has letters that no font of the site has: the name of its page. */
  plainName: string
  state: PictureState
  /** Why: a heading and a sentence. */
  reason: { title: string; text: string } | null
  day: Day
  /** The notice of a sample; null for live data. */
  notice: string | null
}

/** Draws a picture of `PICTURE` as a PNG; equal facts give equal bytes. */
export type Painter = (facts: PictureFacts) => Promise<Buffer>

/** Sizes of a name, the first one that fits; all places and sizes are pixels. */
const NAME_SIZES = [46, 37, 30] as const
const NAME_Y = 105
const TEXT_SIZE = 19
const DATE_Y = 53
const REASON_Y = 324
const LINE = 26
const TEXT_LINES = 2
const LEFT = Math.round(MARGIN * PIXELS)
const WIDTH = PICTURE.width - 2 * LEFT

const INK = shadesOf(1)
const GREY = shadesOf(0.8)

/** Draws the letters once. A state is drawn when it is first needed, so that a picture costs what is its own. */
export async function createPainter(fonts: Fonts): Promise<Painter> {
  const serif = [fonts.serif, fonts.accents]
  const names: Lettering[] = []
  for (const size of NAME_SIZES) names.push(await drawLettering(serif, size))
  const text = await drawLettering(serif, TEXT_SIZE)
  const bases = new Map<string, Promise<Base>>()
  // One for all: the pixels of thousands of pictures are a gigabyte.
  const picture = { ...PICTURE, places: new Uint8Array(PICTURE.width * PICTURE.height) }
  return async (facts) => {
    const key = JSON.stringify(facts.state)
    const base = bases.get(key) ?? drawBase(facts.state, fonts)
    bases.set(key, base)
    const { palette, places } = await base
    picture.places.set(places)
    putFacts(picture, facts, { names, text })
    return indexedPng(picture, palette)
  }
}

interface Base {
  palette: string[]
  places: Uint8Array
}

async function drawBase(state: PictureState, fonts: Fonts): Promise<Base> {
  const palette = paletteOf('score' in state ? riskLevel(state.score) : null)
  const { default: sharp } = await import('sharp')
  const svg = Buffer.from(statePicture(state, fonts))
  const pixels = await sharp(svg).removeAlpha().raw().toBuffer()
  return { palette, places: placesOf(pixels, palette) }
}

function putFacts(
  picture: IndexedPixels,
  { name, plainName, reason, day: on, notice }: PictureFacts,
  { names, text }: { names: Lettering[]; text: Lettering },
): void {
  const has = (letter: string) => text.letters.has(letter)
  const shown = drawableName(name, has) ?? drawableText(plainName, has)
  const lettering = names.find((one) => widthOf(shown, one) <= WIDTH) ?? names.at(-1) ?? text
  const [line = ''] = breakText(shown, fitting(lettering, 1))
  putText(picture, line, { x: LEFT, y: NAME_Y, in: lettering, shades: INK })
  const date = notice === null ? day(on) : `${day(on)}. ${notice}`
  const right = PICTURE.width - LEFT - widthOf(date, text)
  putText(picture, date, { x: right, y: DATE_Y, in: text, shades: GREY })
  if (reason === null) return
  putText(picture, drawableText(reason.title, has), { x: LEFT, y: REASON_Y, in: text, shades: INK })
  const lines = breakText(drawableText(reason.text, has), fitting(text, TEXT_LINES))
  for (const [index, one] of lines.entries()) {
    putText(picture, one, { x: LEFT, y: REASON_Y + LINE * (index + 1), in: text, shades: GREY })
  }
}

function fitting(lettering: Lettering, most: number): Parameters<typeof breakText>[1] {
  return { width: WIDTH, most, measure: (text) => widthOf(text, lettering) }
}
