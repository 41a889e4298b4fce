import { expect, test } from 'vitest'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { amountsIn } from '../../../testing/wallet/evm/run-driver.ts'
import { always, type Fact, hasMembers, refuses } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const ETHER = 10n ** 18n
const BTC = 10n ** 8n
/** 40,000 FRAX for one WBTC: units of WBTC for 10^18 units of FRAX. */
const RATE = BTC / 40_000n
const PAIR = '0xc385ab3e43be33e3dd8e433cdec6f13c678da439'
const RATES = 'exchangeRateInfo() -> (address,uint32,uint184,uint256,uint256)'

/** One WBTC, and 21,000 FRAX of debt for 20 of 40 shares, at a limit of 75 %. */
const loan = (...changes: Fact[]) =>
  inRun(
    'fraxlend',
    ...changes,
    hasMembers(null, { total: 2n, found: [[PAIR, 0n, 20n, BTC]] }),
    always('toAssetAmount', 0n),
    always('toBorrowAmount', 21_000n * ETHER),
    always('maxLTV', 75_000n),
    always(RATES, PAIR, 0, 0n, RATE, 2n * RATE),
  ).findings

test('a loan has its health, LTV and liquidation price at the lower rate of the oracle', () => {
  const [found, ...rest] = loan()
  expect(rest).toEqual([])
  expect(amountsIn(found)).toEqual({ 'collateral WBTC': BTC, 'borrow FRAX': 21_000n * ETHER })
  expect(found?.healthFactor).toBeCloseTo((40_000 * 0.75) / 21_000, 10)
  expect(found?.loan?.ltv).toBeCloseTo(21_000 / 40_000, 10)
  expect(found?.loan?.liquidationLtv).toBe(0.75)
  expect(found?.loan?.liquidationPrice).toBeCloseTo(28_000, 6)
})

test('of the first version amounts are of their last accrual, and its oracle has one rate', () => {
  const [found] = loan(
    hasMembers(null, { total: 2n, found: [[PAIR, 30n, 20n, BTC]] }),
    refuses('toAssetAmount'),
    refuses('toBorrowAmount'),
    always('totalAsset', 101n * ETHER, 60n),
    always('totalBorrow', 40_000n * ETHER, 40n),
    always('exchangeRateInfo() -> (uint32,uint224)', 0, RATE),
  )
  expect(amountsIn(found)).toEqual({
    'supply FRAX': (101n * ETHER) / 2n,
    'collateral WBTC': BTC,
    'borrow FRAX': 20_000n * ETHER,
  })
  expect(found?.receiptToken).toBe(PAIR)
  expect(found?.loan).toMatchObject({ ltv: 0.5, liquidationLtv: 0.75 })
})

test('without a limit a pair never liquidates, and without a price there is no loan', () => {
  expect(loan(always('maxLTV', 0n))[0]).toMatchObject({
    healthFactor: null,
    loan: { liquidationLtv: null, liquidationPrice: null },
  })
  expect(loan(refuses(RATES))[0]).toMatchObject({ healthFactor: null })
  expect(loan(refuses(RATES))[0]).not.toHaveProperty('loan')
})

test.each([
  ['without anything of the owner costs one round', 1000n, 0n, 0],
  ['with a pair that does not answer is unread in part', 1000n, 1n, 1],
  ['with more pairs than are asked is unread in part', 1001n, 0n, 1],
])('a registry %s', (_, total, unread, count) => {
  const { findings, rounds } = inRun('fraxlend', hasMembers(null, { total, unread, found: [] }))
  expect(findings.map(({ isUnread }) => isUnread)).toEqual(Array(count).fill(true))
  expect(rounds).toHaveLength(1)
})

test('an empty registry is unreadable', () => {
  expect(() => inRun('fraxlend', hasMembers(null, { total: 0n, found: [] }))).toThrow('no pair')
})
