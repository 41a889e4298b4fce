import { placement, type Statistic } from '../statistics/auc.ts'
import { quintiles } from '../statistics/metrics.ts'
import type { PredictedScore } from '../store/predictions.ts'

/** An event and the protocols that it is compared with. */
export interface EventComparison {
  composite: number
  family: string
  /** Comparable protocols. */
  others: { composite: number; family: string }[]
}

/** The scores of one snapshot by fifth of TVL. Protocols without a known TVL are in none. */
export function fifthsOf(scores: readonly PredictedScore[]): Map<number, PredictedScore[]> {
  const sized = scores.filter(({ tvlUsd }) => tvlUsd !== null)
  const fifths = quintiles(
    sized.map(({ tvlUsd }) => tvlUsd ?? 0),
    sized.map(() => ''),
    sized.map(({ id }) => String(id).padStart(12, '0')),
  )
  return Map.groupBy(sized, (_, index) => fifths[index] ?? 0)
}

/** The share of the comparable protocols that an event scored above, ties half; null without any. */
export function shareAbove({ composite, others }: EventComparison): number | null {
  return placement(
    composite,
    others.map((other) => other.composite),
  )
}

/**
 * The size-matched AUC: the mean over events of the share of comparable protocols that they scored above, ties half. Weights
 * are by family, in the order of `families`. Each event has its own comparison, so no day is mixed with another.
 */
export function matchedAuc(
  comparisons: readonly EventComparison[],
  families: readonly string[],
): Statistic {
  const numbers = new Map(families.map((family, number) => [family, number]))
  const numberOf = (family: string) => numbers.get(family) ?? -1
  const events = comparisons.map(({ composite, family, others }) => ({
    family: numberOf(family),
    // 1: below the event. A half: equal to it.
    wins: Float64Array.from(others, (other) =>
      other.composite < composite ? 1 : other.composite === composite ? 0.5 : 0,
    ),
    others: Int32Array.from(others, (other) => numberOf(other.family)),
  }))
  return (weights) => {
    let won = 0
    let counted = 0
    for (const { family, wins, others } of events) {
      const weight = weights ? (weights[family] ?? 0) : 1
      if (weight === 0) continue
      let sum = 0
      let total = 0
      for (let index = 0; index < others.length; index += 1) {
        const each = weights ? (weights[others[index] ?? 0] ?? 0) : 1
        sum += each * (wins[index] ?? 0)
        total += each
      }
      if (total === 0) continue
      won += (weight * sum) / total
      counted += weight
    }
    return counted > 0 ? won / counted : null
  }
}
