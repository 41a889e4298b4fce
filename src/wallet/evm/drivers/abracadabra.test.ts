import { expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { amountsIn } from '../../../testing/wallet/evm/run-driver.ts'
import { always, type Fact, hasMembers, refuses } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const CAULDRON = '0x6d544390eb535d61e196c87d6b9c80dcd8628acd'

/** One cauldron where the owner has 9 shares, and `part` parts of a debt of `elastic` for `base` parts. */
function cauldron(
  { part, elastic, base }: { part: bigint; elastic: bigint; base: bigint },
  ...changes: Fact[]
) {
  const [found] = inRun(
    'abracadabra',
    ...changes,
    hasMembers(null, { total: 3n, found: [[CAULDRON, part]] }),
    refuses('accrueInfo'),
    always('totalBorrow', elastic, base),
    always('toAmount', 1_222_222n),
  ).findings
  return found
}

test.each([
  { part: 1n, elastic: 10n, base: 3n, debt: 4n },
  { part: 2n, elastic: 10n, base: 3n, debt: 7n },
  { part: 3n, elastic: 10n, base: 3n, debt: 10n },
  { part: 1n, elastic: 3_000_000_001n, base: 3n, debt: 1_000_000_001n },
  { part: 0n, elastic: 0n, base: 0n, debt: undefined },
])('$part of $base parts of a debt of $elastic at a cauldron is $debt, rounded up', (of) => {
  expect(amountsIn(cauldron(of))['borrow MIM']).toBe(of.debt)
})

test('a part greater than all parts is unreadable', () => {
  expect(() => cauldron({ part: 4n, elastic: 10n, base: 3n })).toThrow(Unreadable)
})

const WAD = 10n ** 18n
const one = { part: 1n, elastic: 4n * WAD, base: 10n }

test('interest since the last accrual is owed, and the liquidation price makes the limit', () => {
  const rate = WAD / 10n
  const found = cauldron(
    one,
    always('getCurrentBlockTimestamp', 105n),
    always('accrueInfo', 100n, 0n, rate),
    always('COLLATERIZATION_RATE', 80_000n),
  )
  // A tenth for each of five seconds.
  expect(amountsIn(found)).toEqual({
    'collateral USDC': 1_222_222n,
    'borrow MIM': (6n * WAD) / 10n,
  })
  expect(found).toMatchObject({ market: 'USDC', ref: CAULDRON, healthFactor: null })
  expect(found?.loan).toMatchObject({ ltv: null, liquidationLtv: 0.8 })
  expect(1.222222 * 0.8 * (found?.loan?.liquidationPrice ?? 0)).toBeCloseTo(0.6, 12)
})

test('a debt that is left without collateral has no price of liquidation', () => {
  const found = cauldron(one, always('toAmount', 0n))
  expect(amountsIn(found)).toEqual({ 'borrow MIM': (4n * WAD) / 10n })
  expect(found?.loan).toMatchObject({ liquidationPrice: null })
})

test.each([
  ['is not reported', refuses('COLLATERIZATION_RATE')],
  ['is none', always('COLLATERIZATION_RATE', 0n)],
  ['is more than all', always('COLLATERIZATION_RATE', 100_001n)],
])('where the limit %s a loan has none, and collateral alone is no loan', (_, limit) => {
  const none = { ltv: null, liquidationLtv: null, liquidationPrice: null }
  expect(cauldron(one, limit)?.loan).toEqual(none)
  const alone = cauldron({ part: 0n, elastic: 0n, base: 0n }, limit)
  expect(alone).toMatchObject({ market: 'USDC', healthFactor: null })
  expect(alone).not.toHaveProperty('loan')
})

test('cauldrons that do not answer are said to be unread, and others are nothing', () => {
  for (const unread of [0n, 1n]) {
    const { findings } = inRun('abracadabra', hasMembers(null, { total: 3n, unread, found: [] }))
    expect(findings).toMatchObject(unread ? [{ isUnread: true, legs: [] }] : [])
  }
})
