import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { exposureFloors, type Floor, type Floors, type LossFloors } from './floors.ts'
import type { Methodology } from './methodology.ts'
import { sum, type WeightedValue, weightedMean } from './weighted-mean.ts'

/** The signals of the dimensions that count. */
export type Terms = Partial<Record<DimensionKey, WeightedValue[]>>

/** Rounding error: the mean of equal numbers differs from them by less than this. */
const BINARY_ERROR = 1e-9

/** The highest risk of a dimension. */
const MAX_RISK = 10

export interface Composed {
  /** Risk points 0-10 of each dimension, floors included. */
  scores: Partial<Record<DimensionKey, number>>
  /** The floors that act. */
  floors: Floors
  /** The weights of the methodology, scaled to sum to 1 over these dimensions. */
  weights: Partial<Record<DimensionKey, number>>
  composite: number
}

/** The weighted mean of the weighted means of the signals, after the floors. */
export function compose(terms: Terms, lossFloors: LossFloors, method: Methodology): Composed {
  const { dimensionWeights } = method
  const keys = DIMENSIONS.filter((key) => terms[key] !== undefined)
  const scores: Composed['scores'] = {}
  const floors: Floors = {}
  for (const key of keys) scores[key] = weightedMean(terms[key] ?? [])
  lift(lossFloors.dimensions)
  lift(exposureFloors(scores, method))
  const total = sum(keys.map((key) => dimensionWeights[key]))
  const weights = Object.fromEntries(keys.map((key) => [key, dimensionWeights[key] / total]))
  liftTo(lossFloors.composite)
  return { scores, floors, weights, composite: composite() }

  function composite(): number {
    const points = sum(keys.map((key) => (weights[key] ?? 0) * (scores[key] ?? 0)))
    return Math.min(MAX_RISK, points)
  }

  /** Raises the dimensions, the heaviest first, until the composite is at its floor: it stays their weighted mean. */
  function liftTo(least: Floor | null): void {
    for (const key of keys) {
      const lacking = (least?.risk ?? 0) - composite()
      if (least === null || lacking <= BINARY_ERROR) return
      const risk = Math.min(MAX_RISK, (scores[key] ?? 0) + lacking / (weights[key] ?? 1))
      scores[key] = risk
      floors[key] = { ...least, risk }
    }
  }

  function lift(candidates: Floors): void {
    for (const key of keys) {
      const floor: Floor | undefined = candidates[key]
      if (!floor || floor.risk <= (scores[key] ?? 0) + BINARY_ERROR) continue
      scores[key] = floor.risk
      floors[key] = floor
    }
  }
}
