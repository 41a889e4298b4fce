import { describe, expect, test } from 'vitest'
import type { Finding } from './finding.ts'
import { at, leg, owed, perpetual, pledge, walletOf } from './fixtures/own-risk-cases.ts'
import { createPortfolio } from './portfolio.ts'

const of = (...findings: Finding[]) =>
  createPortfolio(walletOf(findings)).positions.flatMap(({ liquidation }) => liquidation ?? [])

/** $100,000 of collateral against a debt. */
const loan = (debt: number, more: Partial<Finding>) =>
  at('aave', [pledge('WBTC', 1), owed('USDC', debt)], more)

describe('the distance of a loan', () => {
  test.each([
    ['1 − LTV 60 % / liquidation LTV 80 %', 0.25, 0.6, 0.8, null, null],
    ['1 − 1 / health factor 1.25', 0.2, null, null, null, 1.25],
    ['1 − liquidation price 75000 / price 100000', 0.25, 0.6, null, 75_000, null],
    // The nearest counts.
    ['1 − 1 / health factor 1.25', 0.2, 0.6, 0.8, 75_000, 1.25],
    ['1 − LTV 60 % / liquidation LTV 66 %', 0.090_909, 0.6, 0.66, null, 1.25],
  ])(
    'is worked out as %s',
    (how, distance, ltv, liquidationLtv, liquidationPrice, healthFactor) => {
      const given = { loan: { ltv, liquidationLtv, liquidationPrice }, healthFactor }
      expect(of(loan(60_000, given))).toMatchObject([
        { how, distance, leverage: 2.5, isBound: false, assets: ['WBTC'], against: ['USDC'] },
      ])
    },
  )

  test('counts what of its collateral was sold already for what is owed', () => {
    // 0.5 WBTC at $100,000 and $20,000 sold, against $42,000: an LTV of 60 %.
    const legs = [pledge('WBTC', 0.5), pledge('USDC', 20_000), owed('USDC', 42_000)]
    const given = { loan: { ltv: 0.6, liquidationLtv: null, liquidationPrice: 90_000 } }
    expect(of(at('aave', legs, given))).toMatchObject([
      { distance: 0.1, how: '1 − liquidation price 90000 / price 100000' },
    ])
  })

  test('is what takes all that is left, where the market says nothing', () => {
    expect(of(loan(60_000, {}))).toMatchObject([{ distance: 0.4, leverage: 2.5, isBound: true }])
  })

  test('is zero, with no leverage, when it owes as much as it has at the prices of the scan, whatever the market says', () => {
    expect(of(loan(100_000, { healthFactor: 1.2 }))).toMatchObject([
      { distance: 0, leverage: null, isBound: true },
    ])
  })

  test('is not known, never far, without any figure', () => {
    const dark = at('aave', [leg('supply', 'DARK', 5, { collateral: true }), owed('USDC', 1)])
    expect(of(dark)).toMatchObject([
      {
        distance: null,
        leverage: null,
        how: null,
        text: 'How far it is from liquidation is not known.',
      },
    ])
  })

  test('is of no position without a debt', () => {
    expect(of(at('aave', [pledge('WBTC', 1)]))).toEqual([])
  })
})

describe('the distance of a perpetual', () => {
  const margin = [leg('margin', 'USDC', 1_000)]

  test.each([
    // Size by the price now: 1 ETH bought at 3,000 is worth 3,300.
    ['long', 3_300, 3_000, 300, 2_970, 0.1],
    // Size by the price of entry: 3,000 × 1.1.
    ['long', 3_000, 3_000, 300, 2_970, 0.1],
    ['short', 3_000, 3_000, -300, 3_630, 0.1],
    ['long', 3_000, 3_000, 0, 3_000, 0],
  ] as const)(
    'of a %s follows from its profit when the price now is not reported: size %d, entry %d, profit %d, liquidated at %d',
    (side, sizeUsd, entryPrice, pnlUsd, liquidationPrice, distance) => {
      const [found] = of(perpetual(margin, { side, sizeUsd, entryPrice, pnlUsd, liquidationPrice }))
      // The two ways differ by the square of the profit; the nearer counts.
      expect(found?.distance).toBeGreaterThan(distance - 0.012)
      expect(found?.distance).toBeLessThanOrEqual(distance)
    },
  )

  test('follows from the price now where that is reported', () => {
    const perp = { sizeUsd: 3_300, markPrice: 3_300, liquidationPrice: 2_640 }
    expect(of(perpetual(margin, perp))).toMatchObject([
      { distance: 0.2, leverage: 3.3, direction: 'fall', assets: ['ETH-USD'], against: [] },
    ])
  })

  test('is its margin by its size without a price of liquidation, and no more than all of it', () => {
    expect(of(perpetual(margin, { sizeUsd: 4_000 }))).toMatchObject([
      { distance: 0.25, leverage: 4, isBound: true, how: 'margin / size' },
    ])
    expect(of(perpetual(margin, { sizeUsd: 500 }))).toMatchObject([{ distance: 1 }])
    expect(of(perpetual(margin, { sizeUsd: 500, side: 'short' }))).toMatchObject([{ distance: 2 }])
  })

  test('takes the leverage that the protocol states where its margin has no price, but not the one allowed on cross margin', () => {
    expect(of(perpetual([leg('margin', 'DARK', 1)], { leverage: 20 }))).toMatchObject([
      { distance: 0.05, leverage: 20, isBound: true },
    ])
    expect(of(perpetual([], { leverage: 20, sizeUsd: 100 }))).toMatchObject([
      { distance: null, leverage: null, text: 'How far it is from liquidation is not known.' },
    ])
  })
})
