import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import type { Basis } from '../domain/score.ts'
import { riskAssuming, type Weighed } from '../score/assume.ts'
import { type Methodology, type SignalId, signalIdOf } from '../score/methodology.ts'
import { sum, weightedMean } from '../score/weighted-mean.ts'

/** A signal that applies to a protocol, as it was read. */
export interface ReadSignal {
  id: SignalId
  basis: Basis
  /** Risk points of the reading; not read where it is missing. */
  risk: number
  /** The risk of what was seen, where little was. */
  seenRisk?: number
}

interface Rebuilt {
  /** Risk points 0-10; null for a dimension that does not apply. */
  dimensions: Record<DimensionKey, number | null>
  composite: number
}

/**
 * The dimensions and the composite that a methodology makes of signals, given in its order. A dimension is the weighted mean of its
 * signals, what is missing being assumed as for a score, or the floor that acted on it.
 */
export function rebuildScore(
  signals: readonly ReadSignal[],
  floors: Partial<Record<DimensionKey, number>>,
  method: Methodology,
): Rebuilt {
  const own = mapDimensions((key) => ({ signals: weighed(signals, key, method) }))
  const riskOf = riskAssuming(own, method)
  const dimensions = mapDimensions((key) => {
    const terms = own[key].signals.map((one) => ({ weight: one.weight, value: riskOf(one) }))
    return terms.length === 0 ? null : (floors[key] ?? weightedMean(terms))
  })
  const composite = weightedMean(
    DIMENSIONS.flatMap((key) => {
      const value = dimensions[key]
      return value === null ? [] : [{ weight: method.dimensionWeights[key], value }]
    }),
  )
  return { dimensions, composite }
}

/** The signals of a dimension with their share of it. */
function weighed(
  signals: readonly ReadSignal[],
  key: DimensionKey,
  { signals: methods }: Methodology,
): Weighed[] {
  const own = signals.filter(({ id }) => methods[id].dimension === key)
  const total = sum(own.map(({ id }) => methods[id].weight))
  return own.map((signal) => ({ ...signal, weight: methods[signal.id].weight / total }))
}

/** What `rebuildScore` needs of the signals of a score. */
export function readSignalsOf(
  dimensions: Record<DimensionKey, { signals: readonly Weighed[] }>,
): ReadSignal[] {
  return DIMENSIONS.flatMap((key) =>
    dimensions[key].signals.map(({ id, basis, risk, seenRisk }): ReadSignal => {
      const read = { id: signalIdOf(id), basis, risk }
      return seenRisk === undefined ? read : { ...read, seenRisk }
    }),
  )
}
