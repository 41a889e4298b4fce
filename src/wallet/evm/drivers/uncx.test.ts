import { expect, test } from 'vitest'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, isToken, refuses } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const LOCKS =
  'function locks(address, address) view returns (uint256, (address token, uint256 id, uint256 amount, uint256 unlocksAt, address token0, address token1, uint256 balance0, uint256 balance1, uint256 supply)[])'
const [PAIR, DOG, WETH, UNKNOWN, NONE] = [at(1), at(2), at(3), at(4), at(0)]
const lock = { id: 7n, unlocksAt: 100n, balance0: 0n, balance1: 0n, supply: 0n }
const nowhere = { token0: NONE, token1: NONE }
const pair = {
  ...{ ...lock, token: PAIR, amount: 3n, token0: DOG, token1: WETH },
  ...{ balance0: 401n, balance1: 100n, supply: 4n },
}
const named = [
  ...isToken(DOG, 'DOG', 9),
  ...isToken(WETH, 'WETH', 18),
  ...isToken(PAIR, 'PAIR', 18),
  refuses('decimals', UNKNOWN),
  refuses('symbol() -> (string)', UNKNOWN),
  refuses('decimals', NONE),
  refuses('symbol() -> (string)', NONE),
]
const read = (found: readonly unknown[], unread = 0n, now = 99n) =>
  inRun('uncx', always(LOCKS, unread, found), always('getCurrentBlockTimestamp', now), ...named)

test('locked shares are in the tokens of their pair, rounded down, and are claimable from their end on', () => {
  for (const [now, isClaimable] of [
    [99n, false],
    [100n, true],
  ] as const) {
    expect(read([pair], 0n, now).findings).toMatchObject([
      {
        market: 'DOG/WETH',
        ref: `${PAIR} lock 7`,
        legs: [
          { role: 'stake', symbol: 'DOG', amount: 300n },
          { symbol: 'WETH', amount: 75n },
        ],
        withdrawal: { unlocksAt: 100, isClaimable },
      },
    ])
  }
})

test('a share whose pair cannot be read is reported as itself, in its smallest unit if it has no decimals', () => {
  const { findings } = read([
    { ...lock, ...nowhere, token: DOG, amount: 77n },
    { ...lock, ...nowhere, token: UNKNOWN, amount: 88n },
    { ...pair, token1: UNKNOWN },
    { ...pair, supply: 0n },
  ])
  expect(findings.flatMap(({ legs }) => legs)).toMatchObject([
    { symbol: 'DOG', amount: 77n, decimals: 9 },
    { symbol: '0x000000…', amount: 88n, decimals: 0 },
    { symbol: 'PAIR', amount: 3n },
    { symbol: 'PAIR', amount: 3n },
  ])
})

test('a lock that was taken out is none, and locks without room are unread', () => {
  expect(read([{ ...pair, amount: 0n }]).findings).toEqual([])
  expect(read([pair], 1n).findings).toMatchObject([{}, { legs: [], isUnread: true }])
})

test('who locked nothing costs one round, and a locker that does not answer is not one without locks', () => {
  const count = 'getUserNumLockedTokens'
  expect(inRun('uncx', always(count, 0n))).toMatchObject({ findings: [], rounds: { length: 1 } })
  expect(() => inRun('uncx', refuses(count))).toThrow()
})
