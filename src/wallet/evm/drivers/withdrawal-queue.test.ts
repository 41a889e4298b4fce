import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { hashOf } from '../../../chains/evm/viem.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, entryOf, type Fact, refuses, runDriver, says } from './fixtures/fake-chain.ts'
import { withdrawalQueue } from './withdrawal-queue.ts'

const OWNER = at(0xa11ce)
const [QUEUE, WETH, STETH] = [at(1), at(2), at(3)]
const ETH: Address = `0x${'ee'.repeat(20)}`
const ENTRY = entryOf(withdrawalQueue, {
  protocol: 'renzo',
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

// What recorded runs lack.
test('the longer of two times counts at Renzo, also without an oracle of risk', () => {
  const unlocks = (...times: Fact[]) =>
    inRun('withdrawal-queue-renzo', ...times).findings.map(
      ({ withdrawal }) => withdrawal?.unlocksAt,
    )
  const own = always('coolDownPeriod', 9n)
  const [shorter, longer] = [8n, 10n].map((time) => always('withdrawCooldownPeriod', time))
  if (!shorter || !longer) throw new Error('two times')
  const none = refuses('riskOracleMiddleware')
  const base = unlocks(own, refuses('withdrawCooldownPeriod'))
  expect(unlocks(own, shorter)).toEqual(base)
  expect(unlocks(own, longer)).toEqual(base.map((time) => (time ?? 0) + 1))
  expect(unlocks(own, none, refuses('withdrawCooldownPeriod'))).toEqual(base)
})

test('before its moment a request at Renzo waits, and from then on not', () => {
  const at = (now: bigint) =>
    inRun('withdrawal-queue-renzo', always('getCurrentBlockTimestamp', now)).findings
  const [first] = at(0n)
  const moment = BigInt(first?.withdrawal?.unlocksAt ?? 0)
  const isClaimable = (now: bigint) => at(now)[0]?.withdrawal?.isClaimable
  expect([isClaimable(moment - 1n), isClaimable(moment)]).toEqual([false, true])
})

test.each([
  ['a request of its nonce or later waits', always('nextLockedNonce', 0n), false],
  ['one before that can be claimed', always('nextLockedNonce', 9n), true],
])('at Kelp %s', (_, next, isClaimable) => {
  const { findings } = inRun('withdrawal-queue-kelp', next, always('withdrawalDelayBlocks', 0n))
  expect(findings.map(({ withdrawal }) => withdrawal?.isClaimable)).toEqual(
    Array(3).fill(isClaimable),
  )
})

test('at Kelp a request that is unlocked waits for the last of its blocks', () => {
  const at = (block: bigint) =>
    inRun(
      'withdrawal-queue-kelp',
      always('nextLockedNonce', 9n),
      always('withdrawalDelayBlocks', 5n),
      always('getUserWithdrawalRequest', 1n, 1n, 100n, 0n),
      always('getBlockNumber', block),
    ).findings[0]?.withdrawal?.isClaimable
  expect([at(104n), at(105n)]).toEqual([false, true])
})

test.each([
  ['lower', 9n, true, 900n],
  ['higher', 11n, true, 1_000n],
  ['lower, but not processed', 9n, false, 1_000n],
])(
  'at Swell a request whose later rate is %s is paid at the lower one',
  (_, later, isProcessed, amount) => {
    const tenth = 10n ** 17n
    const [found] = inRun(
      'withdrawal-queue-swell',
      always('withdrawalRequests', 1_000n, 0n, 10n * tenth),
      always('getProcessedRateForTokenId', isProcessed, later * tenth),
    ).findings
    expect(found).toMatchObject({ legs: [{ amount }], withdrawal: { isClaimable: isProcessed } })
  },
)

const NONE = {
  renzo: always('getOutstandingWithdrawRequests', 0n),
  kelp: always('userAssociatedNonces', 4n, 4n),
  swell: always('balanceOf(address)', 0n),
}

test.each(Object.entries(NONE))('who asked %s for nothing has nothing', (kind, none) => {
  expect(inRun(`withdrawal-queue-${kind}`, none)).toMatchObject({
    findings: [],
    rounds: { length: 1 },
  })
})

test('a token that is not listed makes the answer unreadable', () => {
  expect(() => inRun('withdrawal-queue-renzo', { assets: [] })).toThrow('not listed')
})

test.each([
  ['renzo', always('getOutstandingWithdrawRequests', 51n), 50],
  // One queue for ether and one for stETH.
  ['kelp', always('userAssociatedNonces', 0n, 51n), 100],
  ['swell', always('balanceOf(address)', 51n), 50],
])('at %s the requests after the first fifty are reported as unread', (kind, many, count) => {
  const { findings } = inRun(
    `withdrawal-queue-${kind}`,
    many,
    always('withdrawRequests', ETH, 1n, 1n, 1n, 1n),
    always('withdrawQueued', false, 0n),
    always('getUserWithdrawalRequest', 1n, 1n, 1n, 1n),
    always('tokenOfOwnerByIndex', 1n),
  )
  expect(findings).toHaveLength(count + 1)
  expect(findings.at(-1)).toMatchObject({ legs: [], isUnread: true })
})
