import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { eigenlayer } from './eigenlayer.ts'
import { at, entryOf, type Fact, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const [MANAGER, CLOCK, STRATEGY, STETH] = [at(1), at(2), at(3), at(4)]
const BEACON = '0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'
const WETH = { address: at(5), symbol: 'WETH', decimals: 18 }
const ENTRY = entryOf(eigenlayer, {
  delegationManager: MANAGER,
  multicall3: CLOCK,
  native: WETH,
})
const NOW = 1_700_000_000n
const BLOCK = 20_000_000n
const DELAY = 100_800

const clock: Fact[] = [
  says(MANAGER, 'minWithdrawalDelayBlocks', [], DELAY),
  says(CLOCK, 'getBlockNumber', [], BLOCK),
  says(CLOCK, 'getCurrentBlockTimestamp', [], NOW),
]
const deposits = (...of: `0x${string}`[]) =>
  says(
    MANAGER,
    'getDepositedShares',
    [OWNER],
    of,
    of.map(() => 9n),
  )
const queue = (startBlock: number | null, shares: bigint[] = [50n]) =>
  says(
    MANAGER,
    'function getQueuedWithdrawals(address) view returns ((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] scaledShares)[], uint256[][])',
    [OWNER],
    startBlock === null
      ? []
      : [
          {
            staker: OWNER,
            delegatedTo: at(9),
            withdrawer: OWNER,
            nonce: 4n,
            startBlock,
            strategies: [STRATEGY],
            scaledShares: [60n],
          },
        ],
    startBlock === null ? [] : [shares],
  )
const left = (strategies: `0x${string}`[], ...shares: bigint[]) =>
  says(MANAGER, 'getWithdrawableShares', [OWNER, strategies], shares, shares)
const worth = (shares: bigint, amount: bigint) =>
  says(STRATEGY, 'sharesToUnderlyingView', [shares], amount)
const strategy = [says(STRATEGY, 'underlyingToken', [], STETH), ...isToken(STETH, 'stETH', 18)]

describe('a staker at EigenLayer', () => {
  test('has what slashing left of restaked tokens and of ETH', () => {
    const facts = [
      deposits(STRATEGY, BEACON),
      queue(null),
      left([STRATEGY, BEACON], 100n, 32n),
      worth(100n, 107n),
    ]
    const { findings, rounds } = runDriver(eigenlayer, ENTRY, OWNER, [
      ...facts,
      ...clock,
      ...strategy,
    ])
    expect(findings).toMatchObject([
      { market: 'stETH', legs: [{ role: 'stake', symbol: 'stETH', amount: 107n }] },
      { market: 'beacon chain ETH', legs: [{ symbol: 'WETH', amount: 32n }] },
    ])
    expect(rounds).toHaveLength(3)
  })

  test.each([
    ['an hour ago', BLOCK - 300n, Number(NOW) + (DELAY + 1 - 300) * 12, false],
    ['a block too late', BLOCK - BigInt(DELAY), Number(NOW) + 12, false],
    ['long ago', BLOCK - BigInt(DELAY) - 1n, Number(NOW), true],
  ])('has a withdrawal of %s with its day', (_, start, unlocksAt, isClaimable) => {
    const facts = [deposits(), queue(Number(start)), left([]), worth(50n, 55n)]
    const { findings } = runDriver(eigenlayer, ENTRY, OWNER, [...facts, ...clock, ...strategy])
    expect(findings).toMatchObject([
      { ref: 'withdrawal 4', legs: [{ amount: 55n }], withdrawal: { unlocksAt, isClaimable } },
    ])
  })

  test('has EIGEN as itself, not as the token that its strategy keeps', () => {
    const own = says(STRATEGY, 'EIGEN', [], at(6))
    const facts = [deposits(STRATEGY), queue(null), left([STRATEGY], 9n), worth(9n, 9n)]
    const run = [...facts, ...clock, ...strategy, own, ...isToken(at(6), 'EIGEN', 18)]
    expect(runDriver(eigenlayer, ENTRY, OWNER, run).findings).toMatchObject([
      { market: 'EIGEN', legs: [{ symbol: 'EIGEN', token: at(6), amount: 9n }] },
    ])
  })

  test('without anything costs one round', () => {
    const run = runDriver(eigenlayer, ENTRY, OWNER, [deposits(), queue(null), ...clock])
    expect(run).toMatchObject({ findings: [], rounds: { length: 1 } })
  })

  test.each([
    ['the manager does not answer', [queue(null)]],
    ['shares of a withdrawal are missing', [deposits(), queue(1, []), left([])]],
    ['a strategy does not answer', [deposits(STRATEGY), queue(null), left([STRATEGY], 1n)]],
    ['a deposit is left out', [deposits(STRATEGY), queue(null), left([STRATEGY]), ...strategy]],
  ])('is unreadable when %s', (_, facts) => {
    expect(() => runDriver(eigenlayer, ENTRY, OWNER, [...facts, ...clock])).toThrow(Unreadable)
  })
})
