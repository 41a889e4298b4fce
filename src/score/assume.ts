import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { DimensionScore, SignalScore } from '../domain/score.ts'
import { EXPOSED } from './floors.ts'
import { type Methodology, signalIdOf } from './methodology.ts'
import { type Term, weightedMean } from './weighted-mean.ts'

type Dimensions = Readonly<Record<DimensionKey, Pick<DimensionScore, 'signals'>>>

/** Risk points of signals that are taken to be measured, by id, in place of what they read. */
export type Risks = Partial<Record<string, number>>

/**
 * The risk points of each signal. A missing one counts at its prior, or at the mean of what was measured about this protocol where that
 * is worse: what is hidden is taken to be like what is seen. Missing signals with a prior above that mean are part of it, and it is not
 * lower for what credit and oracles say. No signal counts at more than its own worst. So hiding a reading at or below its prior lowers no mean.
 */
export function riskAssuming(
  dimensions: Dimensions,
  method: Methodology,
  risks: Risks = {},
): (signal: SignalScore) => number {
  const termsOf = (keys: readonly DimensionKey[]) =>
    keys.flatMap((key) =>
      dimensions[key].signals.flatMap((signal) => {
        if (signal.basis === 'category') return []
        const own = signal.seenRisk ?? signal.risk
        const risk = risks[signal.id] ?? (signal.missing ? null : own)
        const weight = method.dimensionWeights[key] * signal.weight
        return [{ weight, value: risk ?? priorOf(signal, method), isMissing: risk === null }]
      }),
    )
  const others = DIMENSIONS.filter((key) => !EXPOSED.includes(key))
  const mean = Math.max(meanOf(termsOf(DIMENSIONS)), meanOf(termsOf(others)))
  return (signal) => {
    const given = risks[signal.id]
    if (given !== undefined) return given
    if (!signal.missing && signal.seenRisk === undefined) return signal.risk
    const assumed = Math.min(worstOf(signal, method), Math.max(priorOf(signal, method), mean))
    return Math.max(signal.seenRisk ?? 0, assumed)
  }
}

/** The mean of what was measured and of the missing terms above it, the highest first; where nothing was, the highest prior. */
function meanOf(terms: readonly (Term & { isMissing: boolean })[]): number {
  const counted: Term[] = terms.filter(({ isMissing }) => !isMissing)
  const missing = terms.filter(({ isMissing }) => isMissing)
  for (const term of missing.toSorted((a, b) => b.value - a.value)) {
    if (counted.length > 0 && term.value <= weightedMean(counted)) break
    counted.push(term)
  }
  return counted.length > 0 ? weightedMean(counted) : 0
}

/** The most that a reading of this signal could count at. */
function worstOf({ id }: SignalScore, { signals }: Methodology): number {
  return Math.max(...signals[signalIdOf(id)].anchors.map(({ risk }) => risk))
}

function priorOf({ id }: SignalScore, { signals }: Methodology): number {
  return signals[signalIdOf(id)].prior
}
