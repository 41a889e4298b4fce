import { sumUsd } from '../domain/amounts.ts'
import { count, counted, points, usd } from '../domain/format.ts'
import { isOldTvl, TVL_DAYS } from '../domain/old-tvl.ts'
import { LEVEL_WORD } from '../domain/risk-level.ts'
import { inactiveWord } from '../domain/status.ts'
import { levelNumber } from './levels.ts'
import type { PlaceRow } from './place-rows.ts'
import { protocolPage } from './protocol-page.ts'
import { type Box, treemapBoxes } from './treemap.ts'

/** Most protocols with a cell of their own. */
const MAX_CELLS = 60

/** A smaller share of the TVL has no cell of its own: on a phone it would be smaller than a finger. */
const MIN_SHARE = 0.004

/** Height of the surface of a cell, in percent from above, for level 1 to 5: that of the line in the mark of the level. */
const SURFACE = [80, 65, 50, 35, 20] as const

/** Widths of the picture in pixels for which labels are made: a small phone, and a screen. */
const NARROW = 326
const WIDE = 640

/** Its height in pixels, and that of one with few cells. */
const HEIGHT = 480
const LOW_HEIGHT = 200

/** Fewer cells make a low picture. */
const FEW = 4

/** Of a label in pixels: the mean width of a letter, the room beside it, and the height of one line and of two. */
const LETTER = 7
const ROOM = 10
const LINE = 22
const LINES = 40

type Screens = 'all' | 'wide' | 'tight'

/** A text in a cell, where it has room. */
interface MapLabel {
  text: string
  line: 1 | 2
  /** On which screens: `wide` on wide ones only, `tight` on narrow ones only, in place of a name that is too long. */
  on: Screens
}

export interface MapCell extends Box {
  /** The protocol; null: the cell is of all smaller ones. */
  row: PlaceRow | null
  /** Null for the cell of smaller ones. */
  href: string | null
  name: string
  /** Number and word of the level, or why there is none. */
  reading: string
  tvlUsd: number
  /** 1 to 5; null without a level. */
  level: number | null
  /** Percent from above; null without a level. */
  surface: number | null
  labels: MapLabel[]
}

export interface RiskMap {
  /** Protocols of which there is a map, drawn or not. */
  protocols: number
  /** Whether the picture is a low one. */
  isLow: boolean
  /** Largest TVL first. */
  cells: MapCell[]
  /** Of all cells. */
  tvlUsd: number
  /** Protocols in the cell of smaller ones. */
  others: number
  /** What is not drawn, as a sentence; empty when everything is. */
  leftOut: string
}

/** A treemap of rows in order of TVL: area is TVL, colour and height of the water are the level. */
export function riskMap(rows: readonly PlaceRow[], asOf: string): RiskMap {
  const isOld = (row: PlaceRow) => isOldTvl(row, asOf)
  const drawn = rows.filter((row) => !isOld(row) && (row.tvlUsd ?? 0) > 0)
  const tvlUsd = sumUsd(drawn.map((row) => row.tvlUsd ?? 0))
  const own = drawn.filter((row, at) => at < MAX_CELLS && (row.tvlUsd ?? 0) >= MIN_SHARE * tvlUsd)
  const rest = drawn.slice(own.length)
  const cells = [...own.map(protocolCell), ...(rest.length > 0 ? [restCell(rest)] : [])].sort(
    (a, b) => b.tvlUsd - a.tvlUsd,
  )
  const isLow = cells.length < FEW
  const boxes = treemapBoxes(cells.map((cell) => cell.tvlUsd))
  return {
    protocols: rows.length,
    isLow,
    cells: cells.flatMap((cell, at) => {
      const box = boxes[at]
      return box
        ? [{ ...cell, ...box, labels: labelsOf(cell, box, isLow ? LOW_HEIGHT : HEIGHT) }]
        : []
    }),
    tvlUsd,
    others: rest.length,
    leftOut: leftOutSentence(rows, isOld),
  }
}

type Undrawn = Omit<MapCell, keyof Box | 'labels'> & {
  /** In place of a name that is too long. */
  short: string
}

function protocolCell(row: PlaceRow): Undrawn {
  const { compositeScore: score, riskLevel: kind, status } = row
  const inactive = inactiveWord(status)
  const level = inactive !== null || kind === null ? null : levelNumber(kind)
  return {
    row,
    href: protocolPage(row),
    name: row.name,
    reading:
      inactive ??
      (score === null || kind === null
        ? 'Insufficient Data'
        : `${points(score)} ${LEVEL_WORD[kind]}`),
    tvlUsd: row.tvlUsd ?? 0,
    short: level === null || score === null ? '' : points(score),
    level,
    surface: level === null ? null : (SURFACE[level - 1] ?? null),
  }
}

function restCell(rest: readonly PlaceRow[]): Undrawn {
  return {
    row: null,
    href: null,
    name: counted(rest.length, 'smaller one'),
    reading: 'of all levels',
    short: `+${count(rest.length)}`,
    tvlUsd: sumUsd(rest.map((row) => row.tvlUsd ?? 0)),
    level: null,
    surface: null,
  }
}

/** The name and below it the level; what has no room for its name has a short text alone. */
function labelsOf(
  { name, reading, short }: Undrawn,
  { width, height }: Box,
  pixels: number,
): MapLabel[] {
  const room = (height * pixels) / 100
  const onOf = (text: string, needed: number): Screens | null => {
    const length = ([...text].length * LETTER + ROOM) * 100
    if (room < needed || length > width * WIDE) return null
    return length <= width * NARROW ? 'all' : 'wide'
  }
  const label = (text: string, line: 1 | 2, on: Screens | null): MapLabel[] =>
    on === null || text === '' ? [] : [{ text, line, on }]
  const [nameOn, readingOn, shortOn] = [onOf(name, LINE), onOf(reading, LINES), onOf(short, LINE)]
  if (nameOn === null) return label(short, 1, shortOn)
  const isTight = nameOn === 'wide'
  return [
    ...label(name, 1, nameOn),
    ...label(reading, 2, readingOn && (isTight ? 'wide' : readingOn)),
    ...label(short, 1, isTight && shortOn === 'all' ? 'tight' : null),
  ]
}

function leftOutSentence(rows: readonly PlaceRow[], isOld: (row: PlaceRow) => boolean): string {
  const unknown = rows.filter((row) => row.tvlUsd === null).length
  const none = rows.filter((row) => row.tvlUsd === 0).length
  const old = rows.filter((row) => isOld(row) && (row.tvlUsd ?? 0) > 0)
  const oldUsd = sumUsd(old.map((row) => row.tvlUsd ?? 0))
  const parts = [
    ...(unknown > 0 ? [`${count(unknown)} whose TVL is not known`] : []),
    ...(old.length > 0
      ? [`${count(old.length)} with ${usd(oldUsd)} whose TVL is more than ${TVL_DAYS} days old`]
      : []),
    ...(none > 0 ? [`${count(none)} without any TVL`] : []),
  ]
  return parts.length === 0 ? '' : `Not drawn: ${new Intl.ListFormat('en-GB').format(parts)}.`
}
