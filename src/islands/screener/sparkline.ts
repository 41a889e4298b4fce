/** The box of a sparkline in pixels. */
export const SPARK = { width: 72, height: 20 }

/** Readings in a full sparkline. */
const MOST = 12
const INSET = 3
/** The smallest range that is drawn, in tenths of a point, so that noise looks flat. */
const LEAST_RANGE = 8

export interface Sparkline {
  /** `points` of a polyline. */
  points: string
  /** The last reading. */
  x: number
  y: number
}

/** The last composites (tenths, oldest first) as one polyline; the last reading is at the right edge, riskier is higher. Null without any. */
export function sparklineOf(history: readonly number[]): Sparkline | null {
  const readings = history.slice(-MOST)
  if (readings.length === 0) return null
  const low = Math.min(...readings)
  const high = Math.max(...readings)
  const range = Math.max(high - low, LEAST_RANGE)
  const floor = (low + high - range) / 2
  const step = (SPARK.width - 2 * INSET) / (MOST - 1)
  const places = readings.map((reading, at) => ({
    x: tenth(SPARK.width - INSET - step * (readings.length - 1 - at)),
    y: tenth(SPARK.height - INSET - ((reading - floor) / range) * (SPARK.height - 2 * INSET)),
  }))
  const { x, y } = places.at(-1) ?? { x: 0, y: 0 }
  return { points: places.map((place) => `${place.x},${place.y}`).join(' '), x, y }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
