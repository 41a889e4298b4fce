import { breakText } from '../../domain/break-text.ts'
import { RISK_LEVELS, riskLevel } from '../../domain/risk-level.ts'
import { type IndexedPixels, indexedPng } from './indexed-png.ts'
import {
  type Lettering,
  type PackedLettering,
  putText,
  unpackLettering,
  widthOf,
} from './lettering.ts'
import { PICTURE } from './picture-size.ts'
import { drawableName, drawableText } from './picture-text.ts'

/** What a build draws for those that draw pictures at a request: letters, colours, and the notice of a sample. */
export interface PictureKit {
  format: 1
  /** Paper, four steps to ink, the colour of lines, that of an empty bar, and those of the levels, the lowest first. */
  palette: string[]
  names: PackedLettering
  text: PackedLettering
  notice: string | null
}

/** A protocol in the picture of a comparison. */
export interface PictureRow {
  /** A text from outside. */
  name: string
  /** What is drawn where the name has letters that no font of the site has. */
  plainName: string
  /** Null where it has none or is not active. */
  score: number | null
  /** The score and its level, or why there is none. */
  word: string
}

const [INK, RULE, EMPTY, LEVELS] = [4, 5, 6, 7]
const LEFT = 37
const WIDTH = PICTURE.width - 2 * LEFT
const TOP = 78
const ROOM = 304
const BAR = 12
/** Upper limits of the levels, as shares of the scale. */
const NOTCHES = [0.15, 0.3, 0.45, 0.6]
/** A name takes at most this, so that the score fits beside it. */
const NAME_WIDTH = 460

const shades = (strength: number) =>
  Uint8Array.from({ length: 256 }, (_, cover) => Math.round((cover / 255) * strength * INK))

/** Draws pictures of two to four protocols with their scores, as PNG; equal facts give equal bytes. */
export function comparisonPainter(kit: PictureKit): (rows: PictureRow[], day: string) => Buffer {
  const [names, text] = [unpackLettering(kit.names), unpackLettering(kit.text)]
  const [ink, grey] = [shades(1), shades(0.8)]
  return (rows, day) => {
    const picture = { ...PICTURE, places: new Uint8Array(PICTURE.width * PICTURE.height) }
    for (const y of [19, PICTURE.height - 27]) putNeatLine(picture, y)
    const date = kit.notice === null ? day : `${day}. ${kit.notice}`
    putText(picture, 'Plimsoll. Lower is safer.', { x: LEFT, y: 56, in: text, shades: ink })
    putText(picture, date, { x: endOf(date, text), y: 56, in: text, shades: grey })
    for (const [at, row] of rows.entries()) {
      const y = TOP + Math.round((at * ROOM) / rows.length + (ROOM / rows.length - 58) / 2)
      const name = shownName(row, names)
      putText(picture, name, { x: LEFT, y: y + 30, in: names, shades: ink })
      putText(picture, row.word, { x: endOf(row.word, names), y: y + 30, in: names, shades: ink })
      putGauge(picture, y + 44, row.score)
    }
    return indexedPng(picture, kit.palette)
  }
}

function endOf(text: string, lettering: Lettering): number {
  return PICTURE.width - LEFT - widthOf(text, lettering)
}

function shownName({ name, plainName }: PictureRow, lettering: Lettering): string {
  const has = (letter: string) => lettering.letters.has(letter)
  const shown = drawableName(name, has) ?? drawableText(plainName, has)
  const measure = (text: string) => widthOf(text, lettering)
  return breakText(shown, { width: NAME_WIDTH, most: 1, measure })[0] ?? ''
}

/** A bar from 0 to 10 with a notch at the limit of each level; without a score it is empty. */
function putGauge(picture: IndexedPixels, y: number, score: number | null): void {
  fill(picture, { x: LEFT, y, width: WIDTH, height: BAR }, EMPTY)
  for (const notch of NOTCHES) {
    fill(
      picture,
      { x: LEFT + Math.round(WIDTH * notch), y: y - 3, width: 2, height: BAR + 6 },
      RULE,
    )
  }
  if (score === null) return
  const width = Math.round((WIDTH * Math.min(10, Math.max(0, score))) / 10)
  fill(picture, { x: LEFT, y, width, height: BAR }, LEVELS + RISK_LEVELS.indexOf(riskLevel(score)))
}

/** The border of a chart: ten divisions, one for each point of the scale. */
function putNeatLine(picture: IndexedPixels, y: number): void {
  for (const edge of [y, y + 7]) fill(picture, { x: LEFT, y: edge, width: WIDTH, height: 1 }, INK)
  for (const end of [LEFT, LEFT + WIDTH - 1]) fill(picture, { x: end, y, width: 1, height: 8 }, INK)
  for (let at = 0; at < 10; at += 2) {
    const x = LEFT + Math.round((WIDTH * at) / 10)
    fill(picture, { x, y, width: Math.round(WIDTH / 10), height: 8 }, INK)
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function fill({ places, width: across }: IndexedPixels, box: Box, place: number): void {
  for (let row = box.y; row < box.y + box.height; row += 1) {
    places.fill(place, row * across + box.x, row * across + box.x + box.width)
  }
}
