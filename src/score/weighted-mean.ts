/** A value in a mean. Weights need not sum to 1. */
export interface WeightedValue {
  weight: number
  value: number
}

/**
 * A mean that terms are added to. It never leaves their range: binary weights such as 0.35 add up to a little more or less than 1, and
 * the mean of tens would be 10.000000000000002.
 */
export class Mean {
  #weight = 0
  #total = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY

  add({ weight, value }: WeightedValue): void {
    this.#weight += weight
    this.#total += weight * value
    this.#lowest = Math.min(this.#lowest, value)
    this.#highest = Math.max(this.#highest, value)
  }

  /** Not a number without terms. */
  get value(): number {
    return Math.min(this.#highest, Math.max(this.#lowest, this.#total / this.#weight))
  }
}

export function weightedMean(terms: Iterable<WeightedValue>): number {
  const mean = new Mean()
  for (const term of terms) mean.add(term)
  return mean.value
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
