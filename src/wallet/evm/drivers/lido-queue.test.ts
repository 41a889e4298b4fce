import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, entryOf, type Fact, runDriver, says } from './fixtures/fake-chain.ts'
import { lidoQueue } from './lido-queue.ts'

const OWNER = at(0xa11ce)
const [QUEUE, WETH] = [at(1), at(2)]
const STATUS =
  'function getWithdrawalStatus(uint256[]) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[])'
const ENTRY = entryOf(lidoQueue, {
  queue: QUEUE,
  native: { address: WETH, symbol: 'WETH', decimals: 18 },
})

/** A queue with the requests 7 and following of one owner, the last finalized one, and what else it answers. */
function read(owners: readonly Address[], finalized: bigint, more: readonly Fact[] = []) {
  const ids = owners.map((_, index) => 7n + BigInt(index))
  const requests = owners.map((owner, index) => ({
    amountOfStETH: 5n + BigInt(index),
    amountOfShares: 5n,
    owner,
    timestamp: 1n,
    isFinalized: false,
    isClaimed: false,
  }))
  return runDriver(lidoQueue, ENTRY, OWNER, [
    says(QUEUE, 'getWithdrawalRequests', [OWNER], ids),
    says(QUEUE, 'getLastFinalizedRequestId', [], finalized),
    says(QUEUE, 'getLastCheckpointIndex', [], 3n),
    says(QUEUE, STATUS, [ids], requests),
    ...more,
  ])
}

test('a request at Lido that belongs to another is unreadable', () => {
  expect(() => read([at(0xbad)], 6n)).toThrow(/belongs to another/)
})

test('while no request is ready, the queue is asked for no payment', () => {
  const { findings, rounds } = read([OWNER], 6n)
  expect(findings).toMatchObject([
    { legs: [{ amount: 5n }], withdrawal: { unlocksAt: null, isClaimable: false } },
  ])
  expect(rounds.map((calls) => calls.length)).toEqual([3, 1])
})

test('one request that is ready pays what the queue says, and one that waits what was asked for', () => {
  const { findings } = read([OWNER, OWNER], 7n, [
    says(QUEUE, 'findCheckpointHints', [[7n], 1n, 3n], [2n]),
    says(QUEUE, 'getClaimableEther', [[7n], [2n]], [4n]),
  ])
  expect(findings).toMatchObject([
    { ref: 'withdrawal 7', legs: [{ amount: 4n }], withdrawal: { isClaimable: true } },
    { ref: 'withdrawal 8', legs: [{ amount: 6n }], withdrawal: { isClaimable: false } },
  ])
})

test('requests are asked for in the order of their ids, and who has none has nothing', () => {
  const { rounds, findings } = inRun('lido-queue', always('getWithdrawalRequests', []))
  expect([findings, rounds.length]).toEqual([[], 1])
  const listed = inRun('lido-queue', always('getWithdrawalRequests', [4n, 1n, 3n]))
  expect(listed.findings).toEqual(inRun('lido-queue').findings)
})
