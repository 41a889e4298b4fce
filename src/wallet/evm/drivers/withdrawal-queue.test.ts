import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { hashOf } from '../../../chains/evm/viem.ts'
import { at, type Fact, runDriver, says } from './fixtures/fake-chain.ts'
import { withdrawalQueue, withdrawalQueueEntry } from './withdrawal-queue.ts'

const OWNER = at(0xa11ce)
const [QUEUE, WETH, STETH] = [at(1), at(2), at(3)]
const ETH: Address = `0x${'ee'.repeat(20)}`
const ENTRY = withdrawalQueueEntry.parse({
  id: 'x',
  protocol: 'renzo',
  product: 'lst',
  driver: 'withdrawal-queue',
  source: 'test',
  kind: 'renzo',
  queue: QUEUE,
  native: { address: WETH, symbol: 'WETH', decimals: 18 },
  assets: [{ address: STETH, symbol: 'stETH', decimals: 18 }],
})
const queues = [
  says(QUEUE, 'ethWithdrawQueue', [], 90n, 40n),
  says(QUEUE, 'erc20WithdrawQueue', [STETH], 20n, 60n),
]

/** A request whose time is over, and which waits until `fillAt`, or does not wait. */
interface Request {
  asset: Address
  fillAt: bigint | null
}

function claimable(requests: readonly Request[], filled: readonly Fact[] = queues) {
  const facts = requests.flatMap(({ asset, fillAt }, index): Fact[] => {
    const words = [BigInt(asset), BigInt(index), 5n, 5n, 1n, BigInt(OWNER)]
    const request = words.map((word) => word.toString(16).padStart(64, '0')).join('')
    return [
      says(QUEUE, 'withdrawRequests', [OWNER, BigInt(index)], asset, BigInt(index), 5n, 5n, 1n),
      says(QUEUE, 'withdrawQueued', [hashOf(`0x${request}`)], fillAt !== null, fillAt ?? 0n),
    ]
  })
  const { findings } = runDriver(withdrawalQueue, ENTRY, OWNER, [
    says(QUEUE, 'getOutstandingWithdrawRequests', [OWNER], BigInt(requests.length)),
    says(QUEUE, 'coolDownPeriod', [], 9n),
    says(MULTICALL3, 'getCurrentBlockTimestamp', [], 10n),
    ...filled,
    ...facts,
  ])
  return findings.map(({ withdrawal }) => withdrawal?.isClaimable)
}

test('a request at Renzo waits until the queue of its own asset is filled so far', () => {
  const requests = [
    { asset: ETH, fillAt: 40n },
    { asset: STETH, fillAt: 60n },
    { asset: ETH, fillAt: 41n },
    { asset: STETH, fillAt: 61n },
    { asset: ETH, fillAt: null },
  ]
  expect(claimable(requests)).toEqual([true, true, false, false, true])
})

test('whether a request at Renzo can be claimed is unknown without the state of its queue', () => {
  const requests = [
    { asset: ETH, fillAt: 40n },
    { asset: STETH, fillAt: 60n },
  ]
  expect(claimable(requests, queues.slice(1))).toEqual([null, true])
})
