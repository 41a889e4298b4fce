import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repeated, weightedRows } from './fixtures/weighted-rows.ts'
import {
  averagePrecision,
  meanRanks,
  quintiles,
  rankCorrelationWithin,
  topFifth,
  topFifthShare,
} from './metrics.ts'

describe(averagePrecision, () => {
  test('by hand: events at places 1 and 3 give (1 + 2/3) / 2', () => {
    expect(averagePrecision([9, 8, 7, 6], [1, 0, 1, 0])).toBeCloseTo((1 + 2 / 3) / 2, 12)
  })

  test('a constant score gives the share of events, whatever the order of the rows', () => {
    expect(averagePrecision([5, 5, 5, 5], [1, 0, 0, 0])).toBe(0.25)
    expect(averagePrecision([5, 5, 5, 5], [0, 0, 0, 1])).toBe(0.25)
    expect(averagePrecision([1, 2], [0, 0])).toBeNull()
  })
})

describe(topFifthShare, () => {
  test('takes the highest fifth of each group', () => {
    const scores = [5, 4, 3, 2, 1, 1, 2, 3, 4, 5]
    const amounts = [1, 0, 0, 0, 1, 0, 0, 0, 2, 0]
    expect(topFifthShare(scores, amounts, Array(10).fill('one'))).toBe(1 / 4)
    const groups = [...Array(5).fill('one'), ...Array(5).fill('two')]
    expect(topFifthShare(scores, amounts, groups)).toBe(1 / 4)
    expect(topFifthShare(scores.toReversed(), amounts, groups)).toBe(1 / 4)
  })

  test('rows that tie at the edge bring their average, so a constant score holds a fifth', () => {
    expect(topFifthShare([1, 1, 1, 1, 1], [7, 0, 0, 0, 0], Array(5).fill('a'))).toBeCloseTo(0.2, 12)
    expect(topFifthShare([1, 2], [0, 0], ['a', 'a'])).toBeNull()
  })
})

describe('the rank correlation of one group', () => {
  const rankCorrelation = (one: number[], other: number[]) =>
    rankCorrelationWithin(one, other, Array(one.length).fill('a'))()

  test('is 1 along, -1 against, and null when one side does not vary', () => {
    expect(rankCorrelation([1, 2, 3], [10, 100, 1e6])).toBe(1)
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBe(-1)
    expect(rankCorrelation([1, 1, 1], [3, 2, 1])).toBeNull()
  })

  test('by hand: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4', () => {
    expect(meanRanks([5, 7, 7, 9])).toEqual([1, 2.5, 2.5, 4])
    expect(rankCorrelation([5, 7, 7, 9], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12)
  })
})

describe('a row of weight n counts as n rows', () => {
  const same = (weighted: number | null, plain: number | null) => {
    if (weighted === null || plain === null) expect(weighted).toBe(plain)
    else expect(weighted).toBeCloseTo(plain, 9)
  }

  test('in the share of the top fifth', () => {
    fc.assert(
      fc.property(weightedRows(), ({ values, other, groups, weights }) => {
        const often = repeated(weights)
        const plain = topFifthShare(often(values), often(other), often(groups))
        same(topFifth(values, other, groups)(weights), plain)
      }),
    )
  })

  test('in the rank correlation', () => {
    fc.assert(
      fc.property(weightedRows(), ({ values, other, groups, weights }) => {
        const often = repeated(weights)
        const plain = rankCorrelationWithin(often(values), often(other), often(groups))()
        same(rankCorrelationWithin(values, other, groups)(weights), plain)
      }),
    )
  })
})

test('rankCorrelationWithin averages the groups by their rows, without those in which one side does not vary', () => {
  const values = [1, 2, 3, 1, 2, 5, 5]
  const other = [1, 2, 3, 2, 1, 1, 2]
  const groups = ['a', 'a', 'a', 'b', 'b', 'c', 'c']
  expect(rankCorrelationWithin(values, other, groups)()).toBeCloseTo((3 - 2) / 5, 12)
})

test('quintiles cuts each group into fifths, and orders equal values by id', () => {
  const ids = ['e', 'd', 'c', 'b', 'a']
  expect(quintiles([1, 2, 3, 4, 5], Array(5).fill('x'), ids)).toEqual([1, 2, 3, 4, 5])
  expect(quintiles([1, 1, 1, 1, 1], Array(5).fill('x'), ids)).toEqual([5, 4, 3, 2, 1])
  expect(quintiles([9, 1], ['x', 'y'], ['a', 'b'])).toEqual([1, 1])
})
