/** A value in a mean. Weights need not sum to 1. */
export interface Term {
  weight: number
  value: number
}

/**
 * The mean, which never leaves the range of its terms: binary weights such as 0.35 add up to a little more or less than 1, and the
 * mean of tens would be 10.000000000000002.
 */
export function weightedMean(terms: readonly Term[]): number {
  const weight = sum(terms.map((term) => term.weight))
  const mean = sum(terms.map((term) => term.weight * term.value)) / weight
  const values = terms.map(({ value }) => value)
  return Math.min(Math.max(...values), Math.max(Math.min(...values), mean))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
