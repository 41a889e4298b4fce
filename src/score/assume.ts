import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { SignalScore } from '../domain/score.ts'
import { EXPOSED } from './floors.ts'
import { type Methodology, signalIdOf } from './methodology.ts'
import { Mean, type WeightedValue } from './weighted-mean.ts'

/** What is asked of a signal here. */
export type Weighed = Pick<SignalScore, 'id' | 'basis' | 'risk' | 'seenRisk' | 'weight'>

type Dimensions = Readonly<Record<DimensionKey, { signals: readonly Weighed[] }>>

/** Risk points of signals that are taken to be measured, by id, in place of what they read. */
export type Risks = Partial<Record<string, number>>

/**
 * The risk points of each signal. A missing one counts at its prior, or at the mean of what was measured about this protocol where that
 * is worse: what is hidden is taken to be like what is seen. One that was seen in part counts at no less than if it were missing. No
 * signal counts at more than its own worst. So hiding a reading at or below its prior lowers no risk.
 */
export function riskAssuming(
  dimensions: Dimensions,
  method: Methodology,
  risks: Risks = {},
): (signal: Weighed) => number {
  const leastOf = (signal: Weighed) => Math.max(priorOf(signal, method), signal.seenRisk ?? 0)
  const measuredRisk = ({ id, basis, seenRisk, risk }: Weighed): number | null =>
    risks[id] ?? (basis === 'missing' || seenRisk !== undefined ? null : risk)
  const termsOf = (keys: readonly DimensionKey[]) =>
    keys.flatMap((key) =>
      dimensions[key].signals.flatMap((signal) => {
        if (signal.basis === 'category') return []
        const risk = measuredRisk(signal)
        const weight = method.dimensionWeights[key] * signal.weight
        const isHeld = risk !== null && risk < worstOf(signal, method)
        return [{ weight, value: risk ?? leastOf(signal), isHeld }]
      }),
    )
  const others = DIMENSIONS.filter((key) => !EXPOSED.includes(key))
  const mean = Math.max(highestMean(termsOf(DIMENSIONS)), highestMean(termsOf(others)))
  return (signal) =>
    measuredRisk(signal) ??
    Math.max(
      signal.seenRisk ?? 0,
      Math.min(worstOf(signal, method), Math.max(leastOf(signal), mean)),
    )
}

/**
 * The highest mean of the terms that are held and any of the others: one that is no longer measured, and counts for no less, never lowers
 * it; neither does one at the worst of its signal, which is also what counts where it could not be read. 0 without terms.
 */
function highestMean(terms: readonly (WeightedValue & { isHeld: boolean })[]): number {
  const mean = new Mean()
  for (const term of terms) if (term.isHeld) mean.add(term)
  const others = terms.filter(({ isHeld }) => !isHeld)
  for (const term of others.toSorted((a, b) => b.value - a.value)) {
    if (term.value <= mean.value) break
    mean.add(term)
  }
  return terms.length > 0 ? mean.value : 0
}

const worsts = new WeakMap<object, number>()

/** The most that a reading of this signal could count at. It is asked for every signal of every change that a score explains. */
function worstOf({ id }: Weighed, { signals }: Methodology): number {
  const { anchors } = signals[signalIdOf(id)]
  const worst = worsts.get(anchors) ?? Math.max(...anchors.map(({ risk }) => risk))
  worsts.set(anchors, worst)
  return worst
}

function priorOf({ id }: Weighed, { signals }: Methodology): number {
  return signals[signalIdOf(id)].prior
}
