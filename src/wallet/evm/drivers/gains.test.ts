import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, type Fact, isToken, refuses } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const DAI = at(0x11)
const TRADE = {
  user: at(9),
  index: 3,
  pairIndex: 1,
  leverage: 25_000,
  long: false,
  isOpen: true,
  collateralIndex: 1,
  tradeType: 0,
  collateralAmount: 200n * 10n ** 18n,
  openPrice: 2500n * 10n ** 10n,
  tp: 0n,
  sl: 0n,
  isCounterTrade: false,
  positionSizeToken: 0n,
  placeholder: 0,
}
/** What is found of one trade, of which so much was gained. */
const read = (change: Partial<typeof TRADE> = {}, realized = 0n, ...changes: Fact[]) =>
  inRun(
    'gains',
    ...changes,
    always('getTrades', [Object.values({ ...TRADE, ...change })]),
    always('getTradeRealizedPnlCollateral', 0n, 0n, realized),
    always('getCollaterals', [[DAI, true, 0n, 10n ** 18n, 1n]]),
    always('pairs', ['ETH', 'USD', [DAI, DAI, 0, 0n], 0n, 0n, 0n]),
    always('getCollateralPriceUsd', 99_000_000n),
    ...isToken(DAI, 'DAI', 18),
  )

describe('trades at Gains', () => {
  test('have side, size in dollars, leverage and entry', () => {
    expect(read().findings).toMatchObject([
      {
        market: 'ETH/USD',
        ref: '3',
        legs: [{ role: 'margin', symbol: 'DAI', amount: 200n * 10n ** 18n }],
        perp: {
          side: 'short',
          sizeUsd: 4950,
          leverage: 25,
          entryPrice: 2500,
          pnlUsd: null,
          pnlInNet: false,
          liquidationPrice: null,
        },
      },
    ])
  })

  test('have their collateral less what was charged, and the size that it had before', () => {
    expect(read({}, -(10n ** 18n)).findings).toMatchObject([
      { legs: [{ amount: 199n * 10n ** 18n }], perp: { sizeUsd: 4950 } },
    ])
  })

  test('that were charged more than their collateral have no margin left', () => {
    expect(read({}, -201n * 10n ** 18n).findings).toMatchObject([
      { legs: [], perp: { sizeUsd: 4950 } },
    ])
  })

  test('that wait for a price keep their collateral and are no position yet', () => {
    expect(read({ tradeType: 1 }).findings).toMatchObject([
      { market: 'ETH/USD, order', legs: { length: 1 }, perp: null },
    ])
  })

  test('that are closed are left out, after one round', () => {
    expect(read({ isOpen: false })).toMatchObject({
      findings: [],
      rounds: { length: 1 },
    })
  })

  test.each([
    ['the contract does not answer', () => read({}, 0n, refuses('getTrades'))],
    ['a trade names a collateral that there is not', () => read({ collateralIndex: 2 })],
    [
      'what was charged cannot be read',
      () => read({}, 0n, refuses('getTradeRealizedPnlCollateral')),
    ],
    ['its pair cannot be read', () => read({}, 0n, refuses('pairs'))],
  ])('are unreadable when %s', (_, reading) => {
    expect(reading).toThrow(Unreadable)
  })
})
