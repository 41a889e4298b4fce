import { expect, test } from 'vitest'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, hasMembers, says } from './fixtures/fake-chain.ts'

// What a recorded run lacks, of stakes in vaults of StakeWise.
const ETHER = 10n ** 18n
const NEVER = 2n ** 64n - 1n
const VAULT = at(1)
const held = hasMembers(null, { total: 1n, found: [[VAULT, 10n * ETHER]] })

/** A stake worth 11, and osTokens worth 1.05 each that were minted against it. */
const staked = (minted: bigint, limit = (92n * ETHER) / 100n) =>
  inRun(
    'stakewise',
    { controller: at(2) },
    held,
    says(VAULT, 'convertToAssets', [10n * ETHER], 11n * ETHER),
    always('osTokenPositions', minted),
    says(at(2), 'convertToAssets', [minted], (minted * 105n) / 100n),
    always('getConfig', [0n, limit, 0n]),
  ).findings

test('a stake backs the osTokens that were minted, which are owed', () => {
  const [found] = staked(8n * ETHER)
  expect(found).toMatchObject({
    ref: VAULT,
    legs: [
      { role: 'stake', symbol: 'WETH', amount: 11n * ETHER, collateral: true },
      { role: 'borrow', symbol: 'osETH', amount: 8n * ETHER },
    ],
    loan: { liquidationLtv: 0.92, liquidationPrice: null },
  })
  expect(found?.loan?.ltv).toBeCloseTo(8.4 / 11, 10)
  expect(found?.healthFactor).toBeCloseTo((11 * 0.92) / 8.4, 10)
})

test.each([
  [96n, false],
  [97n, true],
])('with %s tenths of an osToken a stake is below a health of 1: %s', (tenths, isBelow) => {
  expect((staked((tenths * ETHER) / 10n)[0]?.healthFactor ?? 0) < 1).toBe(isBelow)
})

test('a vault that never liquidates has no limit', () => {
  const [found] = staked(ETHER, NEVER)
  expect(found).toMatchObject({ healthFactor: null, loan: { liquidationLtv: null } })
})

test('a stake alone is no loan, and nothing is nothing', () => {
  const [found] = staked(0n)
  expect(found).toMatchObject({ healthFactor: null, legs: [{ role: 'stake' }] })
  expect(found?.legs[0]).not.toHaveProperty('collateral')
  expect(found).not.toHaveProperty('loan')
  expect(inRun('stakewise', hasMembers(null, { total: 3n, found: [] })).findings).toEqual([])
})

test('a vault that does not answer is said to be unread', () => {
  const none = hasMembers(null, { total: 3n, unread: 1n, found: [] })
  expect(inRun('stakewise', none).findings).toMatchObject([{ isUnread: true, legs: [] }])
})
