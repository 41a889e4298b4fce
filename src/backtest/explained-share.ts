import type { Statistic } from '../statistics/auc.ts'

/**
 * The share of the variance of `values` within `groups` that `cells` explain, 0 to 1: the R² of a regression on one
 * indicator for each cell, with the mean of each group removed first. Every cell lies in one group. Null when the values
 * do not vary within the groups.
 */
export function explainedShare(
  values: readonly number[],
  cells: readonly string[],
  groups: readonly string[],
): Statistic {
  const points = Float64Array.from(values)
  const cell = numbered(cells)
  const group = numbered(groups)
  return (weights = new Uint8Array(values.length).fill(1)) => {
    const all = squaresWithin(points, group, weights)
    return all > 0 ? 1 - squaresWithin(points, cell, weights) / all : null
  }
}

interface Numbered {
  of: Int32Array
  count: number
}

function numbered(names: readonly string[]): Numbered {
  const numbers = new Map<string, number>()
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size)
  return { of: Int32Array.from(names, (name) => numbers.get(name) ?? 0), count: numbers.size }
}

/** Sum of the squared distances from the mean of the own group. */
function squaresWithin(
  values: Float64Array,
  { of, count }: Numbered,
  weights: ArrayLike<number>,
): number {
  const weight = new Float64Array(count)
  const sum = new Float64Array(count)
  for (let row = 0; row < values.length; row += 1) {
    const own = of[row] ?? 0
    const times = weights[row] ?? 0
    weight[own] = (weight[own] ?? 0) + times
    sum[own] = (sum[own] ?? 0) + times * (values[row] ?? 0)
  }
  let squares = 0
  for (let row = 0; row < values.length; row += 1) {
    const own = of[row] ?? 0
    const times = weights[row] ?? 0
    if (times === 0) continue
    const distance = (values[row] ?? 0) - (sum[own] ?? 0) / (weight[own] ?? 1)
    squares += times * distance * distance
  }
  return squares
}
