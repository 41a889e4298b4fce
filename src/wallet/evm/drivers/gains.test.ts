import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { gains, gainsEntry } from './gains.ts'

const OWNER = at(0xa11ce)
const DIAMOND = at(1)
const DAI = at(0x11)
const ENTRY = gainsEntry.parse({
  id: 'gains',
  protocol: 'gains-network',
  product: 'perp',
  driver: 'gains',
  source: 'test',
  diamond: DIAMOND,
})
const TRADE = {
  user: OWNER,
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
const trades = (...rows: object[]) =>
  says(
    DIAMOND,
    'function getTrades(address) view returns ((address user, uint32 index, uint16 pairIndex, uint24 leverage, bool long, bool isOpen, uint8 collateralIndex, uint8 tradeType, uint120 collateralAmount, uint64 openPrice, uint64 tp, uint64 sl, bool isCounterTrade, uint160 positionSizeToken, uint24 placeholder)[])',
    [OWNER],
    rows,
  )
const realized = (total: bigint) =>
  says(DIAMOND, 'getTradeRealizedPnlCollateral', [OWNER, 3], 0n, 0n, total)
const unrealized = [
  says(
    DIAMOND,
    'function getCollaterals() view returns ((address collateral, bool isActive, uint88 placeholder, uint128 precision, uint128 precisionDelta)[])',
    [],
    [
      {
        collateral: DAI,
        isActive: true,
        placeholder: 0n,
        precision: 10n ** 18n,
        precisionDelta: 1n,
      },
    ],
  ),
  says(
    DIAMOND,
    'function pairs(uint256) view returns ((string from, string to, (address a, address b, uint8 c, uint256 d) feed, uint256 e, uint256 f, uint256 g))',
    [1n],
    { from: 'ETH', to: 'USD', feed: { a: DAI, b: DAI, c: 0, d: 0n }, e: 0n, f: 0n, g: 0n },
  ),
  says(DIAMOND, 'getCollateralPriceUsd', [1], 99_000_000n),
  ...isToken(DAI, 'DAI', 18),
]
const contract = [realized(0n), ...unrealized]

describe('trades at Gains', () => {
  test('have side, size in dollars, leverage and entry', () => {
    expect(runDriver(gains, ENTRY, OWNER, [trades(TRADE), ...contract]).findings).toMatchObject([
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
    const facts = [trades(TRADE), realized(-(10n ** 18n)), ...unrealized]
    expect(runDriver(gains, ENTRY, OWNER, facts).findings).toMatchObject([
      { legs: [{ amount: 199n * 10n ** 18n }], perp: { sizeUsd: 4950 } },
    ])
  })

  test('that were charged more than their collateral have no margin left', () => {
    const facts = [trades(TRADE), realized(-201n * 10n ** 18n), ...unrealized]
    expect(runDriver(gains, ENTRY, OWNER, facts).findings).toMatchObject([
      { legs: [], perp: { sizeUsd: 4950 } },
    ])
  })

  test('that wait for a price keep their collateral and are no position yet', () => {
    const facts = [trades({ ...TRADE, tradeType: 1 }), ...contract]
    expect(runDriver(gains, ENTRY, OWNER, facts).findings).toMatchObject([
      { market: 'ETH/USD, order', legs: { length: 1 }, perp: null },
    ])
  })

  test('that are closed are left out, after one round', () => {
    const facts = [trades({ ...TRADE, isOpen: false }), ...contract]
    expect(runDriver(gains, ENTRY, OWNER, facts)).toMatchObject({
      findings: [],
      rounds: { length: 1 },
    })
  })

  test.each([
    ['the contract does not answer', contract],
    [
      'a trade names a collateral that there is not',
      [trades({ ...TRADE, collateralIndex: 2 }), ...contract],
    ],
    ['what was charged cannot be read', [trades(TRADE), ...unrealized]],
    ['its pair cannot be read', [trades({ ...TRADE, pairIndex: 9 }), ...contract]],
  ])('are unreadable when %s', (_, facts) => {
    expect(() => runDriver(gains, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})
