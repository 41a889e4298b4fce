import type { Statistic } from './auc.ts'
import { seededRandom } from './random.ts'

/** A figure with its 95 % interval; null where there is nothing to compute it from. */
export interface BootstrapEstimate {
  value: number | null
  low: number | null
  high: number | null
}

const LOWER = 0.025
const UPPER = 0.975

/**
 * How often each row counts in each resample. Whole clusters are drawn with replacement, because the members of a family,
 * and one protocol in several cohorts, are not independent.
 */
export function clusterResamples(
  clusters: readonly string[],
  count: number,
  seed: number,
): Uint8Array[] {
  const numbers = new Map<string, number>()
  for (const cluster of clusters) {
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size)
  }
  const ofRow = Int32Array.from(clusters, (cluster) => numbers.get(cluster) ?? 0)
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const drawn = new Uint8Array(numbers.size)
    for (let draw = 0; draw < numbers.size; draw += 1) {
      const cluster = Math.floor(random() * numbers.size)
      drawn[cluster] = (drawn[cluster] ?? 0) + 1
    }
    const weights = new Uint8Array(ofRow.length)
    for (let row = 0; row < weights.length; row += 1) weights[row] = drawn[ofRow[row] ?? 0] ?? 0
    return weights
  })
}

/** A statistic over all rows, and over each resample; null where it has nothing to be computed from. */
export interface Resampled {
  value: number | null
  values: (number | null)[]
}

export function resample(statistic: Statistic, resamples: readonly Uint8Array[]): Resampled {
  return { value: statistic(), values: resamples.map((weights) => statistic(weights)) }
}

/**
 * One statistic minus another, resample by resample. Both must be over the same rows and resamples: what moves both of them
 * alike cancels, so the interval is narrower than the two intervals suggest.
 */
export function difference(one: Resampled, other: Resampled): Resampled {
  const minus = (a: number | null, b: number | null | undefined) =>
    a === null || b === null || b === undefined ? null : a - b
  return {
    value: minus(one.value, other.value),
    values: one.values.map((value, index) => minus(value, other.values[index])),
  }
}

/** The value, with the percentiles over the resamples. */
export function intervalOf({ value, values }: Resampled): BootstrapEstimate {
  if (value === null) return { value: null, low: null, high: null }
  const sorted = values.flatMap((one) => one ?? []).sort((a, b) => a - b)
  return {
    value: round(value),
    low: roundOrNull(quantile(sorted, LOWER)),
    high: roundOrNull(quantile(sorted, UPPER)),
  }
}

/** The statistic over all rows, with the percentiles over the resamples. */
export function estimate(
  statistic: Statistic,
  resamples: readonly Uint8Array[],
): BootstrapEstimate {
  return intervalOf(resample(statistic, resamples))
}

/** The quantile, interpolated linearly between the sorted values; null when there are none. */
export function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share
  const lower = sorted[Math.floor(place)]
  const upper = sorted[Math.ceil(place)]
  if (lower === undefined || upper === undefined) return null
  return lower + (upper - lower) * (place - Math.floor(place))
}

/** Six decimals: sums in another order differ only beyond them. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

export function roundOrNull(value: number | null): number | null {
  return value === null ? null : round(value)
}
