import type { RiskLevel } from '../domain/risk-level.ts'
import { tenth } from './figures.ts'
import { waterBelow } from './glyph.ts'
import { levelRanges } from './levels.ts'
import { swellLength, swellPath } from './swell.ts'

/** Pixels a point. Ten points fit exactly inside the ring. */
const UNIT = 26
const RADIUS = 5 * UNIT
const RING = tenth(0.45 * UNIT)
const BAR = tenth(0.3 * UNIT)
const TOP = 26.3
const FOOT = TOP + RING + 10 * UNIT
const CENTRE = { x: 260, y: FOOT - RADIUS }
const ARM = 66
const SEA = { left: 60, right: 500 }

/** Waves across the sea; each is about four points long. */
const WAVES = 4

/** The ends of a narrower range get no labels: the figures would touch. */
const LEAST_LABELLED = 0.4

export interface LoadLine {
  width: number
  height: number
  sea: { x: number; y: number; width: number; height: number } | null
  water: string | null
  bar: { x: number; y: number; width: number; height: number } | null
  ring: { x: number; y: number; radius: number; width: number; dash: number }
  figures: { text: string; y: number }[]
  marks: { level: RiskLevel; y: number; textY: number }[]
  post: { x: number; top: number; foot: number }
  /** Waves between the ends of the range that missing readings allow: the water, and a bracket. */
  swell: {
    water: string
    /** Draws the surface of the water and not its other edges, as a pattern of dashes. */
    dash: string
    bracket: string
    labels: { text: string; x: number; y: number }[]
  } | null
}

/**
 * Geometry of the large mark for a score from 0 to 10 and its range, or of the empty ring for null. Lengths are pixels of its
 * own box.
 */
export function loadLineOf(
  score: number | null,
  range: { low: number; high: number } | null = null,
): LoadLine {
  const reading = score === null ? null : heightOf(score)
  const ranges = levelRanges()
  return {
    width: 600,
    height: tenth(FOOT + RING + 10),
    ...(reading === null ? { sea: null, water: null, bar: null } : lineAt(reading)),
    ring: {
      ...CENTRE,
      radius: RADIUS + RING / 2,
      width: RING,
      // 36 dashes and 36 gaps.
      dash: tenth((2 * Math.PI * (RADIUS + RING / 2)) / 72),
    },
    figures: Array.from({ length: 11 }, (_, point) => ({ text: `${point}`, y: heightOf(point) })),
    marks: ranges.map(({ level, to }, index) => ({
      level,
      y: heightOf(to),
      textY: Math.round((heightOf(to) + heightOf(ranges[index - 1]?.to ?? 0)) / 2 + 5),
    })),
    post: { x: SEA.right, top: heightOf(10), foot: heightOf(0) },
    swell: range && range.low < range.high ? swellOf(range) : null,
  }
}

function lineAt(y: number): Pick<LoadLine, 'sea' | 'water' | 'bar'> {
  const half = RADIUS + RING + ARM
  return {
    sea: { x: SEA.left, y, width: SEA.right - SEA.left, height: tenth(FOOT - y) },
    water: waterBelow(y, CENTRE.x, CENTRE.y, RADIUS + 0.5),
    bar: { x: tenth(CENTRE.x - half), y, width: tenth(2 * half), height: BAR },
  }
}

function swellOf({ low, high }: { low: number; high: number }): NonNullable<LoadLine['swell']> {
  const [trough, crest] = [heightOf(low), heightOf(high)]
  const surface = swellPath(SEA, { trough, crest }, WAVES)
  const x = SEA.right - 16
  const isWide = high - low >= LEAST_LABELLED - 1e-9
  return {
    water: `${surface}V${FOOT}H${SEA.left}Z`,
    dash: `${Math.round(swellLength(SEA, crest - trough, WAVES))} 2e3`,
    bracket: `M${x - 6} ${crest}h6V${trough}h-6`,
    labels: isWide
      ? [
          { text: high.toFixed(1), x, y: crest - 6 },
          { text: low.toFixed(1), x, y: trough + 16 },
        ]
      : [],
  }
}

function heightOf(score: number): number {
  return tenth(FOOT - score * UNIT)
}
