import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, holds, runDriver, says } from './fixtures/fake-chain.ts'
import {
  type LiquidStakingEntry,
  liquidStaking,
  liquidStakingEntry,
  RATE_FUNCTIONS,
} from './liquid-staking.ts'

const OWNER = at(0xa11ce)
const TOKEN = { address: at(1), symbol: 'wstETH', decimals: 18 }
const STETH = { address: at(2), symbol: 'stETH', decimals: 18 }
const RATES = at(3)
const WAD = 10n ** 18n
const DAY = 86_400
const START = 1_900_000_000

describe('liquid-staking', () => {
  test('a token without a rate is reported as itself', () => {
    const { findings, rounds } = runDriver(liquidStaking, entry(), OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
    ])
    expect(findings).toMatchObject([
      {
        receiptToken: TOKEN.address,
        legs: [{ role: 'stake', token: TOKEN.address, symbol: 'wstETH', amount: 3n * WAD }],
      },
    ])
    expect(rounds).toHaveLength(1)
  })

  test.each([
    'stEthPerToken',
    'getExchangeRate',
    'exchangeRate',
    'exchangeRatio',
    'exchangeRateToLST',
    'getRate',
    'rsETHPrice',
  ])('%s says what one token is worth', (name) => {
    const { findings } = runDriver(liquidStaking, entry(name), OWNER, [
      holds(TOKEN.address, OWNER, 2n * WAD),
      says(RATES, `function ${name}() view returns (uint256)`, [], (WAD * 12n) / 10n),
    ])
    expect(findings[0]?.legs).toMatchObject([
      { token: STETH.address, symbol: 'stETH', amount: (WAD * 24n) / 10n },
    ])
  })

  test('a token that is redeemed at par is reported as what it is redeemed for', () => {
    const atPar = liquidStakingEntry.parse({ ...entry(), par: STETH })
    const { findings } = runDriver(liquidStaking, atPar, OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
    ])
    expect(findings).toMatchObject([
      { receiptToken: TOKEN.address, legs: [{ token: STETH.address, amount: 3n * WAD }] },
    ])
  })

  test.each([
    'calculateTokenAmount',
    'convertBnbXToBnb',
    'convertSnBnbToBnb',
    'convertToAssets',
    'getPooledAvaxByShares',
    'kHYPEToHYPE',
    'mETHToETH',
    'previewRedeem',
    'sharesToBonds',
    'underlyingBalanceFromShares',
  ])('%s is asked for the whole amount', (name) => {
    const { findings } = runDriver(liquidStaking, entry(name), OWNER, [
      holds(TOKEN.address, OWNER, 2n * WAD),
      says(RATES, `function ${name}(uint256) view returns (uint256)`, [2n * WAD], WAD + 777n),
    ])
    expect(findings[0]?.legs).toMatchObject([{ token: STETH.address, amount: WAD + 777n }])
  })

  test('every function that an entry may name is tested above', () => {
    expect(RATE_FUNCTIONS).toHaveLength(17)
  })

  test.each([0n, 1n])('a rate of %i hides nothing: the token is reported as itself', (rate) => {
    const { findings } = runDriver(liquidStaking, entry('getRate'), OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
      says(RATES, 'getRate', [], rate),
    ])
    expect(findings).toMatchObject([{ legs: [{ token: TOKEN.address, amount: 3n * WAD }] }])
  })

  test('a rate that cannot be read is not taken for one', () => {
    const facts = [holds(TOKEN.address, OWNER, WAD)]
    expect(() => runDriver(liquidStaking, entry('getRate'), OWNER, facts)).toThrow(Unreadable)
  })

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
  ])('staked AAVE has %s', (_, amount, seconds, expected) => {
    expect(coolingFor(START, amount, START + seconds)).toEqual(
      expected.map(([ref, held, isClaimable]) => [
        ref,
        held,
        isClaimable === undefined ? undefined : { unlocksAt: START + 20 * DAY, isClaimable },
      ]),
    )
  })

  test('staked AAVE without a cooldown is all staked', () => {
    expect(coolingFor(0, 0n, START)).toEqual([[null, 200n, undefined]])
  })

  test('an entry cannot name a function of its own', () => {
    expect(() => entry('transferOwnership')).toThrow()
  })
})

/** Parts of staked AAVE, of which so much began to cool down at `start`. */
function coolingFor(start: number, amount: bigint, now: number) {
  const { findings } = runDriver(
    liquidStaking,
    { ...entry('previewRedeem'), cooldown: true },
    OWNER,
    [
      holds(TOKEN.address, OWNER, 100n),
      says(RATES, 'previewRedeem', [100n], 200n),
      says(TOKEN.address, 'stakersCooldowns', [OWNER], start, amount),
      says(TOKEN.address, 'getCooldownSeconds', [], BigInt(20 * DAY)),
      says(TOKEN.address, 'UNSTAKE_WINDOW', [], BigInt(2 * DAY)),
      says(MULTICALL3, 'getCurrentBlockTimestamp', [], BigInt(now)),
    ],
  )
  return findings.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])
}

function entry(rate?: string): LiquidStakingEntry {
  return entryOf(liquidStaking, {
    market: 'wstETH',
    token: TOKEN,
    ...(rate ? { rate: { contract: RATES, function: rate, of: STETH } } : {}),
  })
}
