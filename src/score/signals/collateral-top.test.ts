import { describe, expect, test } from 'vitest'
import { riskAt } from '../anchors.ts'
import { lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { METHODOLOGY } from '../methodology.ts'
import { collateralTop } from './collateral-top.ts'

test.each([
  [0.1, 2],
  [0.25, 2],
  [0.5, 5],
  [0.75, 7],
  [0.9, 8.5],
  [1, 8.5],
])('a share of %d has %d risk points', (share, risk) => {
  expect(riskAt(METHODOLOGY.signals.collateralTop.anchors, share)).toBe(risk)
})

const of = (
  asset: string,
  suppliedUsd: number | null,
  liquidationThreshold: number | null = 0.8,
) => ({
  asset,
  suppliedUsd,
  liquidationThreshold,
})

describe('the largest group of collateral', () => {
  test('counts receipt tokens of one asset together, in any case of letters', () => {
    const markets = [of('WETH', 2), of('wstETH', 2), of('RETH', 1), of('WBTC', 3), of('USDC', 2)]
    for (const order of [markets, markets.toReversed()]) {
      expect(judge(collateralTop, lending(order))).toEqual({
        value: 0.5,
        sentence: '50 % of the collateral is ETH or made of it.',
        asOf: '2024-03-11',
        source: 'test',
      })
    }
  })

  test('counts one asset on several chains together, and strangers apart', () => {
    const markets = [of('USDC', 3), { ...of('USDC', 3), chain: 'Polygon' }, of('CRV', 4)]
    expect(judge(collateralTop, lending(markets))).toMatchObject({
      value: 0.6,
      sentence: '60 % of the collateral is USDC or made of it.',
    })
  })

  test('of two of the same size is the first by name', () => {
    const markets = [of('WBTC', 1), of('AAVE', 1)]
    expect(judge(collateralTop, lending(markets))).toHaveProperty(
      'sentence',
      '50 % of the collateral is AAVE or made of it.',
    )
  })

  test('leaves out what is no collateral, and counts what may be', () => {
    expect(judge(collateralTop, lending([of('WETH', 1), of('USDC', 9, 0)]))).toMatchObject({
      value: 1,
    })
    expect(judge(collateralTop, lending([of('WETH', 1), of('USDC', 3, null)]))).toMatchObject({
      value: 0.75,
    })
  })

  test.each([
    ['records state no supply', [{ ...of('WETH', null), source: 'comet-deployments' }]],
    ['nothing is supplied', [of('WETH', 0), of('USDC', 0)]],
    ['nothing is collateral', [of('USDC', 9, 0)]],
    ['no market was read', []],
  ])('is typical of the activity where %s', (_, markets) => {
    expect(judge(collateralTop, lending(markets))).toMatchObject({
      value: METHODOLOGY.activities.lending?.creditModel,
      source: 'methodology',
    })
  })

  test.each([
    [
      'of unknown size',
      of('USDC', null),
      'The size of 1 of 2 markets with collateral is not known: one kind could be nearly all of it.',
    ],
    [
      'that could not be read',
      { gap: { why: 'reverted' as const, facts: ['liquidationThreshold' as const] } },
      '1 of 2 markets could not be read and counts as the worst.',
    ],
  ])('counts as the worst with a market %s', (_, market, sentence) => {
    expect(judge(collateralTop, lending([of('WETH', 1), market]))).toMatchObject({
      value: 0.9,
      sentence,
    })
  })

  test('is not asked of an activity that does not lend', () => {
    expect(judge(collateralTop, lending([of('WETH', 1)], { category: 'Bridge' }))).toBe(
      'not applicable',
    )
  })
})
