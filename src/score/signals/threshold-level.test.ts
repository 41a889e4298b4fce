import { describe, expect, test } from 'vitest'
import { riskAt } from '../anchors.ts'
import { lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { METHODOLOGY } from '../methodology.ts'
import { thresholdLevel } from './threshold-level.ts'

test.each([
  [0.5, 3],
  [0.65, 3],
  [0.75, 4.5],
  [0.83, 6],
  [0.9, 7.5],
  [0.95, 9],
])('a threshold of %d has %d risk points', (threshold, risk) => {
  expect(riskAt(METHODOLOGY.signals.thresholdLevel.anchors, threshold)).toBe(risk)
})

describe('the liquidation threshold', () => {
  test('is weighted by what is supplied', () => {
    const markets = [
      { suppliedUsd: 3e6, liquidationThreshold: 0.8, day: '2024-02-02' },
      { suppliedUsd: 1e6, liquidationThreshold: 0.6, day: '2024-03-03' },
    ]
    expect(judge(thresholdLevel, lending(markets))).toEqual({
      value: expect.closeTo(0.75, 12),
      sentence: 'Loans are liquidated at 75 % of their collateral, on average over 2 assets.',
      asOf: '2024-03-03',
      source: 'test',
    })
  })

  test('is the plain mean of records, which state no supply', () => {
    const markets = [0.8, 0.6].map((liquidationThreshold) => ({
      liquidationThreshold,
      source: 'comet-deployments',
    }))
    expect(judge(thresholdLevel, lending(markets))).toMatchObject({
      value: expect.closeTo(0.7, 12),
      sentence: 'Loans are liquidated at 70 % of their collateral, on average over 2 assets.',
    })
  })

  test('counts as the worst in a market that could not be read, or as what is typical if that is worse', () => {
    const gap = { why: 'node-failed' as const, facts: ['liquidationThreshold' as const] }
    const markets = [{ suppliedUsd: 3e6, liquidationThreshold: 0.8 }, { gap }]
    expect(judge(thresholdLevel, lending(markets))).toMatchObject({
      value: 0.95,
      sentence:
        'At worst: Loans are liquidated at 95 % of their collateral, on average over 2 assets. 1 of 2 markets could not be read and counts as the worst.',
    })
    const trusting = { category: 'Uncollateralized Lending' }
    expect(judge(thresholdLevel, lending(markets, trusting))).toMatchObject({
      value: 10,
      source: 'methodology',
    })
  })

  test('leaves out what is no collateral, and what is not known', () => {
    const markets = [
      { suppliedUsd: 1, liquidationThreshold: 0.8 },
      { suppliedUsd: 9, liquidationThreshold: 0 },
      { suppliedUsd: 9, liquidationThreshold: null },
    ]
    expect(judge(thresholdLevel, lending(markets))).toMatchObject({ value: 0.8 })
  })

  test('is typical of the activity where none was read', () => {
    const typical = { value: METHODOLOGY.activities.lending?.creditModel, source: 'methodology' }
    expect(judge(thresholdLevel, lending([{ liquidationThreshold: 0 }]))).toMatchObject(typical)
    expect(judge(thresholdLevel, lending([]))).toMatchObject(typical)
  })

  test('is not asked of an activity that does not lend', () => {
    const markets = [{ liquidationThreshold: 0.8 }]
    expect(judge(thresholdLevel, lending(markets, { category: 'Dexs' }))).toBe('not applicable')
    expect(judge(thresholdLevel, lending(markets, { category: 'Time Travel' }))).toMatchObject({
      value: 0.8,
    })
  })
})
