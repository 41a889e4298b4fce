import { tenth } from '../../site/figures.ts'

/** The box of a sparkline in pixels. */
export const SPARK = { width: 72, height: 20 }

/** Scores in a full sparkline. */
const MOST = 12
const INSET = 3
/** The smallest range that is drawn, in tenths of a point, so that noise looks flat. */
const LEAST_RANGE = 8

export interface Sparkline {
  /** `points` of a polyline. */
  points: string
  /** The last score. */
  x: number
  y: number
}

/** The last composites (tenths, oldest first) as one polyline; the last is at the right edge, riskier is higher. Null with fewer than two. */
export function sparklineOf(history: readonly number[]): Sparkline | null {
  const scores = history.slice(-MOST)
  if (scores.length < 2) return null
  const low = Math.min(...scores)
  const high = Math.max(...scores)
  const range = Math.max(high - low, LEAST_RANGE)
  const floor = (low + high - range) / 2
  const step = (SPARK.width - 2 * INSET) / (MOST - 1)
  const places = scores.map((score, at) => ({
    x: tenth(SPARK.width - INSET - step * (scores.length - 1 - at)),
    y: tenth(SPARK.height - INSET - ((score - floor) / range) * (SPARK.height - 2 * INSET)),
  }))
  const { x, y } = places.at(-1) ?? { x: 0, y: 0 }
  return { points: places.map((place) => `${place.x},${place.y}`).join(' '), x, y }
}
