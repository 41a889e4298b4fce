import { describe, expect, test } from 'vitest'
import { chainBreakdown, monthChange, roundUsd } from './amounts.ts'
import { addDays, dayNumber } from './day.ts'

test.each([
  [0, 0],
  [1.005, 1],
  [12.345678, 12.35],
  [1e18, 1e18],
])('%d dollars are published as %d', (amount, published) => {
  expect(roundUsd(amount)).toBe(published)
})

describe('the breakdown by chain', () => {
  test('has one row for each chain, largest TVL first and equals by name', () => {
    expect(
      chainBreakdown([
        { chain: 'Base', section: 'tvl', usd: 5 },
        { chain: 'Ethereum', section: 'borrowed', usd: 2.005 },
        { chain: 'Ethereum', section: 'tvl', usd: 9.999 },
        { chain: 'Arbitrum', section: 'tvl', usd: 5 },
        { chain: 'Polygon', section: 'borrowed', usd: 7 },
        { chain: 'Solana', section: 'staking', usd: 99 },
        { chain: 'Base', section: 'pool2', usd: 99 },
      ]),
    ).toEqual([
      { chain: 'Ethereum', tvlUsd: 10, borrowedUsd: 2.01 },
      { chain: 'Arbitrum', tvlUsd: 5, borrowedUsd: 0 },
      { chain: 'Base', tvlUsd: 5, borrowedUsd: 0 },
      { chain: 'Polygon', tvlUsd: 0, borrowedUsd: 7 },
    ])
  })

  test('of nothing is empty', () => {
    expect(chainBreakdown([])).toEqual([])
  })
})

describe('the change over a month', () => {
  const DAY = '2024-03-11'
  const at = (...points: [ago: number, usd: number][]) => ({
    days: points.map(([ago]) => dayNumber(addDays(DAY, -ago))),
    usd: points.map(([, usd]) => usd),
  })

  test.each([
    [at([30, 100]), 105, 0.05],
    [at([30, 100]), 0, -1],
    [at([30, 300]), 100, -0.6667],
    [at([30, 300]), 500, 0.6667],
    [at([33, 200]), 100, -0.5],
    [at([27, 200]), 100, -0.5],
    [at([32, 50], [31, 80], [28, 50]), 100, 0.25],
    [at([31, 80], [29, 50]), 100, 0.25],
    [at([60, 1], [30, 100], [0, 7]), 100, 0],
  ])('%j to %d is %d', (history, tvlUsd, change) => {
    expect(monthChange(history, DAY, tvlUsd)).toBe(change)
  })

  test.each([
    ['without a point near the day', at([34, 100])],
    ['with a point too late', at([26, 100])],
    ['without any', at()],
    ['from zero', at([30, 0])],
  ])('%s is not known', (_, history) => {
    expect(monthChange(history, DAY, 100)).toBeNull()
  })
})
