import { describe, expect, test } from 'vitest'
import { type Label, stratifiedAuc } from './auc.ts'
import {
  clusterResamples,
  difference,
  estimate,
  intervalOf,
  quantile,
  resample,
} from './bootstrap.ts'
import { seededRandom } from './random.ts'

describe(clusterResamples, () => {
  test('draws as many clusters as there are, and the rows of one come and go together', () => {
    const resamples = clusterResamples(['a', 'b', 'a', 'c', 'd'], 50, 7)
    for (const weights of resamples) {
      expect(weights[0]).toBe(weights[2])
      const drawn = [weights[0], weights[1], weights[3], weights[4]]
      expect(drawn.reduce<number>((sum, weight) => sum + (weight ?? 0), 0)).toBe(4)
    }
    expect(new Set(resamples.map(String)).size).toBeGreaterThan(10)
  })

  test('is the same for the same seed, and another for another', () => {
    const clusters = ['a', 'b', 'c', 'd', 'e']
    expect(clusterResamples(clusters, 20, 1)).toEqual(clusterResamples(clusters, 20, 1))
    expect(clusterResamples(clusters, 20, 1)).not.toEqual(clusterResamples(clusters, 20, 2))
  })
})

describe(estimate, () => {
  test('the interval holds the figure, and narrows with more events', () => {
    const few = interval(100)
    const many = interval(1_600)
    for (const { value, low, high } of [few, many]) {
      expect(low).toBeLessThan(value)
      expect(high).toBeGreaterThan(value)
    }
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 2)
  })

  test('families that repeat themselves widen it: they are fewer than their rows', () => {
    const alone = interval(400)
    const together = interval(400, (row) => `family-${Math.floor(row / 8)}`, true)
    expect(together.high - together.low).toBeGreaterThan(alone.high - alone.low)
  })

  test('is null throughout when there is no event', () => {
    const none = estimate(
      stratifiedAuc([1, 2], [0, 0], ['a', 'a']),
      clusterResamples(['a', 'b'], 10, 1),
    )
    expect(none).toEqual({ value: null, low: null, high: null })
  })
})

describe(difference, () => {
  const clusters = Array.from({ length: 60 }, (_, row) => String(row))
  const labels = clusters.map((_, row): Label => (row % 4 === 0 ? 1 : 0))
  const strata = clusters.map(() => 'a')
  const resamples = clusterResamples(clusters, 300, 9)
  const of = (scores: number[]) => resample(stratifiedAuc(scores, labels, strata), resamples)
  const random = seededRandom(4)
  const noise = clusters.map(() => random())

  test('of a ranking and itself is 0, with an interval of nothing', () => {
    expect(intervalOf(difference(of(noise), of(noise)))).toEqual({ value: 0, low: 0, high: 0 })
  })

  test('is that of the two figures, and its interval is narrower than theirs when both move alike', () => {
    const near = noise.map((value, row) => value + (labels[row] === 1 ? 0.05 : 0))
    const paired = intervalOf(difference(of(near), of(noise)))
    const [one, other] = [intervalOf(of(near)), intervalOf(of(noise))]
    expect(paired.value).toBeCloseTo((one.value ?? 0) - (other.value ?? 0), 5)
    const width = ({ low, high }: typeof one) => (high ?? 0) - (low ?? 0)
    expect(width(paired)).toBeLessThan(width(one) / 2)
  })

  test('leaves out a resample in which one of the two has no figure', () => {
    const one = { value: 0.6, values: [0.5, null, 0.7] }
    const other = { value: 0.5, values: [0.4, 0.4, null] }
    expect(difference(one, other).values).toEqual([expect.closeTo(0.1), null, null])
    expect(difference(one, { ...other, value: null }).value).toBeNull()
  })
})

test('quantile lies on the straight line between two values', () => {
  expect(quantile([0, 10], 0.25)).toBe(2.5)
  expect(quantile([3], 0.975)).toBe(3)
  expect(quantile([], 0.5)).toBeNull()
})

/** One event in four rows, scored a little higher than the rest. */
function interval(size: number, clusterOf = (row: number) => String(row), repeat = false) {
  const random = seededRandom(3)
  const labels: Label[] = []
  const scores: number[] = []
  for (let row = 0; row < size; row += 1) {
    const copies = repeat && row % 8 !== 0
    labels.push(copies ? (labels[row - 1] ?? 0) : random() < 0.25 ? 1 : 0)
    scores.push(copies ? (scores[row - 1] ?? 0) : random() + (labels[row] === 1 ? 0.2 : 0))
  }
  const resamples = clusterResamples(
    labels.map((_, row) => clusterOf(row)),
    400,
    5,
  )
  const statistic = stratifiedAuc(scores, labels, Array(size).fill('a'))
  const { value, low, high } = estimate(statistic, resamples)
  if (value === null || low === null || high === null) throw new Error('there was no event')
  return { value, low, high }
}
