import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { stakedAave } from './staked-aave.ts'

const OWNER = at(0xa11ce)
const TOKEN = { address: at(1), symbol: 'stkAAVE', decimals: 18 }
const AAVE = { address: at(2), symbol: 'AAVE', decimals: 18 }
const ENTRY = entryOf(stakedAave, { product: 'staking', token: TOKEN, of: AAVE })
const DAY = 86_400
const START = 1_900_000_000

describe('staked AAVE', () => {
  // Staked AAVE, of which a hundred are worth two hundred; it waits for 20 days and may then be redeemed for two.
  test.each([
    [
      'what cools down apart',
      30n,
      0,
      [
        [null, 140n],
        ['cooldown', 60n, false],
      ],
    ],
    [
      'it as locked to its end',
      30n,
      20 * DAY,
      [
        [null, 140n],
        ['cooldown', 60n, false],
      ],
    ],
    [
      'it as claimable after that',
      30n,
      20 * DAY + 1,
      [
        [null, 140n],
        ['cooldown', 60n, true],
      ],
    ],
    [
      'it until its window is over',
      30n,
      22 * DAY,
      [
        [null, 140n],
        ['cooldown', 60n, true],
      ],
    ],
    ['all as staked after that', 30n, 22 * DAY + 1, [[null, 200n]]],
    ['no more than the owner has', 500n, 0, [['cooldown', 200n, false]]],
  ])('has %s', (_, amount, seconds, expected) => {
    expect(coolingFor(START, amount, START + seconds)).toEqual(
      expected.map(([ref, held, isClaimable]) => [
        ref,
        held,
        isClaimable === undefined ? undefined : { unlocksAt: START + 20 * DAY, isClaimable },
      ]),
    )
  })

  test('without a cooldown is all staked', () => {
    expect(coolingFor(0, 0n, START)).toEqual([[null, 200n, undefined]])
  })

  test('costs one call of an owner without any, and is unreadable without its rate', () => {
    const none = runDriver(stakedAave, ENTRY, OWNER, [holds(TOKEN.address, OWNER, 0n)])
    expect(none).toMatchObject({ findings: [], rounds: { length: 1 } })
    const facts = [holds(TOKEN.address, OWNER, 100n)]
    expect(() => runDriver(stakedAave, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})

/** Parts of staked AAVE, of which so much began to cool down at `start`. */
function coolingFor(start: number, amount: bigint, now: number) {
  const { findings } = runDriver(stakedAave, ENTRY, OWNER, [
    holds(TOKEN.address, OWNER, 100n),
    says(TOKEN.address, 'previewRedeem', [100n], 200n),
    says(TOKEN.address, 'stakersCooldowns', [OWNER], start, amount),
    says(TOKEN.address, 'getCooldownSeconds', [], BigInt(20 * DAY)),
    says(TOKEN.address, 'UNSTAKE_WINDOW', [], BigInt(2 * DAY)),
    says(MULTICALL3, 'getCurrentBlockTimestamp', [], BigInt(now)),
  ])
  return findings.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])
}
