import fc from 'fast-check'
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
    // The price of the scan, where the market states no LTV.
    ['1 − liquidation price 80000 / price 100000', 0.2, null, 0.75, 80_000, null],
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

  test('is at the prices of the scan, not at values that were rounded to cents', () => {
    const legs = [pledge('WBTC', 0.000_001), owed('USDC', 0.014)]
    const given = { loan: { ltv: null, liquidationLtv: 0.75, liquidationPrice: 80_000 } }
    expect(of(at('aave', legs, given))).toMatchObject([{ distance: 0.2 }])
  })

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

/** Collateral of so many whole tokens, and the fraction of its value up to which it may back a debt. */
const backing = (symbol: Parameters<typeof leg>[1], amount: number, liquidationLtv: number) =>
  leg('supply', symbol, amount, { collateral: true, liquidationLtv })

describe('the fall of each collateral alone', () => {
  const WSTETH = backing('wstETH', 100, 0.8)
  const WBTC = backing('WBTC', 2, 0.7)

  test('is what takes the room that the debt leaves, and null where its total loss does not', () => {
    // 420,000 × 0.8 and 200,000 × 0.7 are 476,000 against 238,000: 238,000 / 336,000, and more than 140,000.
    const [found] = of(at('aave', [WSTETH, WBTC, owed('USDC', 238_000)], { healthFactor: 2 }))
    expect(found).toMatchObject({ distance: 0.5, assets: ['WBTC', 'wstETH'] })
    expect(found?.alone).toEqual([
      { asset: 'wstETH', distance: 0.708333 },
      { asset: 'WBTC', distance: null },
    ])
    expect(found?.text).toBe(
      'Leverage 1.6×: liquidated when WBTC and wstETH together fall 50 % against USDC. A fall of wstETH by 71 % alone is enough; a total loss of WBTC alone is not.',
    )
  })

  test('is said of all that are enough, the nearest first, or that none is', () => {
    // 476,000 against 380,800: 95,200 / 336,000 and 95,200 / 140,000.
    const near = at('aave', [WBTC, WSTETH, owed('USDC', 380_800)], { healthFactor: 1.25 })
    expect(of(near)[0]?.alone).toEqual([
      { asset: 'wstETH', distance: 0.283333 },
      { asset: 'WBTC', distance: 0.68 },
    ])
    expect(of(near)[0]?.text).toMatch(/A fall of wstETH by 28 % or WBTC by 68 % alone is enough\.$/)
    const far = at('aave', [WBTC, WSTETH, owed('USDC', 47_600)], { healthFactor: 10 })
    expect(of(far)[0]?.text).toMatch(/A total loss of any one of them does not liquidate it\.$/)
    const now = at('aave', [WBTC, WSTETH, owed('USDC', 500_000)], { healthFactor: 0.952 })
    expect(of(now)[0]?.alone).toMatchObject([{ distance: 0 }, { distance: 0 }])
    expect(of(now)[0]?.text).toBe('It can be liquidated now.')
  })

  test('adds up one token in two deposits, and leaves what is owed where it is', () => {
    // 336,000 in two, 140,000 and 24,000 of the debt's own token against 250,000: 250,000 / 336,000.
    const half = backing('wstETH', 50, 0.8)
    const legs = [half, WBTC, backing('USDC', 24_000, 1), half, owed('USDC', 250_000)]
    expect(of(at('aave', legs, { healthFactor: 2 }))[0]?.alone).toEqual([
      { asset: 'wstETH', distance: 0.744048 },
      { asset: 'WBTC', distance: null },
    ])
  })

  test.each([
    ['one collateral', [WSTETH], 2],
    ['a threshold that was not read', [WSTETH, pledge('WBTC', 2)], 2],
    ['a collateral without a price', [WSTETH, backing('DARK', 2, 0.5)], 2],
    ['neither health factor nor LTV', [WSTETH, WBTC], null],
  ])('is not given with %s', (_, pledges, healthFactor) => {
    const [found] = of(at('aave', [...pledges, owed('USDC', 100_000)], { healthFactor }))
    expect(found).toBeDefined()
    expect(found).not.toHaveProperty('alone')
  })

  test('is never less than the common fall, leaves no room, and never grows with the debt', () => {
    const amount = fc.integer({ min: 1, max: 1_000 })
    const threshold = fc.integer({ min: 0, max: 95 }).map((percent) => percent / 100)
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(amount, amount, amount),
        fc.tuple(threshold, threshold, fc.constant(0.5)),
        share,
        share,
        (amounts, thresholds, one, two) => {
          const held = (['wstETH', 'WBTC', 'ETH'] as const).map((symbol, at) => ({
            symbol,
            value: (amounts[at] ?? 0) * { wstETH: 4_200, WBTC: 100_000, ETH: 3_500 }[symbol],
            leg: backing(symbol, amounts[at] ?? 0, thresholds[at] ?? 0),
            threshold: thresholds[at] ?? 0,
          }))
          const limit = held.reduce((sum, { value, threshold }) => sum + value * threshold, 0)
          const fallsAt = (used: number) => {
            const legs = [...held.map(({ leg }) => leg), owed('USDC', limit * used)]
            const [found] = of(at('aave', legs, { healthFactor: 1 / used }))
            return { common: found?.distance ?? Number.NaN, alone: found?.alone ?? [] }
          }
          const [less, more] = [fallsAt(Math.min(one, two)), fallsAt(Math.max(one, two))]
          expect(less.alone).toHaveLength(3)
          for (const { asset, distance } of less.alone) {
            const { value = 0, threshold = 0 } = held.find(({ symbol }) => symbol === asset) ?? {}
            const room = limit * (1 - Math.min(one, two))
            if (distance === null) expect(value * threshold).toBeLessThan(room * 1.000_01)
            else expect(Math.abs(distance * value * threshold - room)).toBeLessThan(limit * 1e-5)
            expect(distance ?? 1).toBeGreaterThanOrEqual(less.common)
            const after = more.alone.find((each) => each.asset === asset)?.distance
            expect(after ?? 2).toBeLessThanOrEqual(distance ?? 2)
          }
        },
      ),
    )
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
