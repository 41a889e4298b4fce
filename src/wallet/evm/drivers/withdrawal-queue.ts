import * as z from 'zod'
import { type Address, type Hex, NATIVE_COIN } from '../../../chains/address.ts'
import { BALANCE, BLOCK } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { hashOf, type ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { answersTo, BLOCK_TIME, may, must } from './questions.ts'
import { WAD } from './reading.ts'

/** Renzo's `WithdrawQueue` (Renzo-Protocol/contracts-public). */
const RENZO_COUNT = 'function getOutstandingWithdrawRequests(address user) view returns (uint256)'
const RENZO_REQUEST =
  'function withdrawRequests(address user, uint256 at) view returns (address asset, uint256 id, uint256 amount, uint256 shares, uint256 createdAt)'
const WORTH =
  'function calculateAmountToRedeem(uint256 shares, address assetOut) view returns (uint256[][] tvls, uint256 amount)'
const COOLDOWN = 'function coolDownPeriod() view returns (uint256)'
/** Who may make the time longer. */
const RISK_ORACLE = 'function riskOracleMiddleware() view returns (address)'
const RISK_COOLDOWN = 'function withdrawCooldownPeriod() view returns (uint256)'
/** A request that was more than the queue had waits until so much of its asset came in. */
const QUEUED =
  'function withdrawQueued(bytes32 request) view returns (bool isQueued, uint256 fillAt)'
const ETH_QUEUE = 'function ethWithdrawQueue() view returns (uint256 toFill, uint256 filled)'
const TOKEN_QUEUE =
  'function erc20WithdrawQueue(address asset) view returns (uint256 toFill, uint256 filled)'
/** Kelp's `LRTWithdrawalManager`, as Gearbox, Notional and others publish its interface. */
const KELP_RANGE =
  'function userAssociatedNonces(address asset, address user) view returns (uint128 first, uint128 end)'
const KELP_REQUEST =
  'function getUserWithdrawalRequest(address asset, address user, uint256 at) view returns (uint256 shares, uint256 amount, uint256 startBlock, uint256 nonce)'
const EXPECTED =
  'function getExpectedAssetAmount(address asset, uint256 shares) view returns (uint256)'
const NEXT_LOCKED = 'function nextLockedNonce(address asset) view returns (uint256)'
const DELAY = 'function withdrawalDelayBlocks() view returns (uint256)'
/** Swell's `swEXIT` and `rswEXIT` (interfaces of SwellNetwork, and EtherFi's copy of them). */
const NFT_AT = 'function tokenOfOwnerByIndex(address owner, uint256 at) view returns (uint256)'
const SWELL_REQUEST =
  'function withdrawalRequests(uint256 id) view returns (uint256 shares, uint256 lastProcessed, uint256 rate)'
const PROCESSED =
  'function getProcessedRateForTokenId(uint256 id) view returns (bool isProcessed, uint256 rate)'

/** Requests of one owner that are read. */
const MAX_REQUESTS = 50

/** Where a restaking protocol keeps the withdrawals that wait, by their owner. */
export const withdrawalQueueEntry = entryBase.extend({
  driver: z.literal('withdrawal-queue'),
  queue: address,
  kind: z.literal(['renzo', 'kelp', 'swell']),
  /** The wrapped coin, in which NATIVE_COIN is reported. */
  native: token,
  /** The other tokens that it pays out. */
  assets: z.array(token),
})
export type WithdrawalQueueEntry = z.infer<typeof withdrawalQueueEntry>

interface Request {
  ref: string
  of: Token
  amount: bigint
  withdrawal: { unlocksAt: number | null; isClaimable: boolean | null }
}
interface Read {
  requests: Request[]
  isPartial: boolean
}
type Reading = Generator<Call[], Read, Reply[]>

/**
 * Requests that were not claimed, with what was promised for each, or at Renzo and Kelp what it would pay now if shares lost worth since;
 * Swell reports a loss when it processes a request. Renzo reports the first moment, but a queue that is not filled by then makes it later; Kelp
 * and Swell name no day.
 */
export const withdrawalQueue = defineDriver({
  name: 'withdrawal-queue',
  entry: withdrawalQueueEntry,
  reads: ['withdrawal'],
  proof: 'recorded/withdrawal-queue-kelp.json',
  receiptTokens: ({ kind, queue }) => (kind === 'swell' ? [queue] : []),
  *read(entry, owner) {
    const { requests, isPartial } = yield* KINDS[entry.kind](entry, owner)
    const findings = requests.map(
      ({ ref, of, amount, withdrawal }): Finding =>
        positionOf(entry, {
          ref: `withdrawal ${ref}`,
          legs: legsOf('stake', of, amount),
          withdrawal,
        }),
    )
    return isPartial ? [...findings, unseenPart(entry)] : findings
  },
})

const KINDS = { renzo, kelp, swell }

function* renzo(entry: WithdrawalQueueEntry, owner: Address): Reading {
  const { queue } = entry
  const count = Number(yield* answersTo(must(queue, RENZO_COUNT, [owner])))
  const indexes = upTo(count)
  if (indexes.length === 0) return { requests: [], isPartial: false }
  const { own, now, oracle, asked } = yield* answersTo({
    own: must(queue, COOLDOWN, []),
    now: BLOCK_TIME,
    oracle: may(queue, RISK_ORACLE, []),
    asked: indexes.map((at) => must(queue, RENZO_REQUEST, [owner, at])),
  })
  const { risk, requests } = yield* answersTo({
    risk: may(oracle ?? queue, RISK_COOLDOWN, []),
    requests: asked.map(([asset, ...words]) => ({
      asset,
      words,
      // It sums up all that the protocol has.
      worth: may(queue, WORTH, [WAD, asset]),
      state: may(queue, QUEUED, [hashOf(wordsOf([BigInt(asset), ...words, BigInt(owner)]))]),
      filled: asset === NATIVE_COIN ? may(queue, ETH_QUEUE, []) : may(queue, TOKEN_QUEUE, [asset]),
    })),
  })
  const cooldown = longer(own, risk ?? 0n)
  return {
    isPartial: count > indexes.length,
    requests: requests.map(({ asset, words, worth, state, filled }): Request => {
      const [id, promised, shares, createdAt] = words
      const unlocksAt = createdAt + cooldown
      return {
        ref: id.toString(),
        of: tokenOf(entry, asset),
        amount: worth === null ? promised : lower(promised, (shares * worth[1]) / WAD),
        withdrawal: {
          unlocksAt: Number(unlocksAt),
          isClaimable: now < unlocksAt ? false : isFilled(state, filled),
        },
      }
    }),
  }
}

/** The queue knows a request by the hash of its words and its user. */
function wordsOf(words: readonly bigint[]): Hex {
  return `0x${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
}

/** Null where the queue does not report. */
function isFilled(
  state: ResultOf<typeof QUEUED> | null,
  queue: ResultOf<typeof TOKEN_QUEUE> | null,
): boolean | null {
  if (!state || !queue) return null
  const [isQueued, fillAt] = state
  return !isQueued || fillAt <= queue[1]
}

function longer(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function* kelp(entry: WithdrawalQueueEntry, owner: Address): Reading {
  const { queue, native, assets } = entry
  const kinds = [
    { asset: NATIVE_COIN, of: native },
    ...assets.map((of) => ({ asset: of.address, of })),
  ] as const
  const ranges = yield* answersTo(
    kinds.map((kind) => ({ ...kind, range: must(queue, KELP_RANGE, [kind.asset, owner]) })),
  )
  const counted = ranges.map(({ range: [first, end], ...kind }) => ({
    ...kind,
    count: Number(BigInt.asUintN(128, end - first)),
  }))
  const held = counted.flatMap(({ asset, of, count }) =>
    upTo(count).map((index) => ({
      of,
      delay: must(queue, DELAY, []),
      block: must(MULTICALL3, BLOCK, []),
      request: must(queue, KELP_REQUEST, [asset, owner, index]),
      nextLocked: must(queue, NEXT_LOCKED, [asset]),
      rate: may(queue, EXPECTED, [asset, WAD]),
    })),
  )
  const read = yield* answersTo(held)
  const requests = read.map(({ of, delay, block, request, nextLocked, rate }): Request => {
    const [shares, promised, startBlock, nonce] = request
    const isUnlocked = nonce < nextLocked
    const isFixed = isUnlocked || rate === null
    const withdrawal = { unlocksAt: null, isClaimable: isUnlocked && block >= startBlock + delay }
    return {
      ref: `${of.symbol} ${nonce}`,
      of,
      amount: isFixed ? promised : lower(promised, (shares * rate) / WAD),
      withdrawal,
    }
  })
  return { requests, isPartial: counted.some(({ count }) => count > MAX_REQUESTS) }
}

/** The rate of the day on which a request is processed counts where it is lower than that of the request. */
function* swell({ queue, native }: WithdrawalQueueEntry, owner: Address): Reading {
  const count = Number(yield* answersTo(must(queue, BALANCE, [owner])))
  const ids = yield* answersTo(upTo(count).map((at) => must(queue, NFT_AT, [owner, at])))
  const read = yield* answersTo(
    ids.map((id) => ({
      id,
      request: must(queue, SWELL_REQUEST, [id]),
      processed: must(queue, PROCESSED, [id]),
    })),
  )
  const requests = read.map(({ id, request, processed: [isProcessed, later] }): Request => {
    const [shares, , rate] = request
    const paid = isProcessed && later < rate ? later : rate
    const withdrawal = { unlocksAt: null, isClaimable: isProcessed }
    return { ref: id.toString(), of: native, amount: (shares * paid) / WAD, withdrawal }
  })
  return { requests, isPartial: count > ids.length }
}

function upTo(count: number): bigint[] {
  return Array.from({ length: Math.min(count, MAX_REQUESTS) }, (_, at) => BigInt(at))
}

function tokenOf({ queue, native, assets }: WithdrawalQueueEntry, asset: Address): Token {
  const found = asset === NATIVE_COIN ? native : assets.find((each) => each.address === asset)
  if (!found) throw new Unreadable(`${queue} pays out ${asset}, which is not listed`)
  return found
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<WithdrawalQueueEntry> = ({ kind, queue }) =>
  kind === 'kelp' ? [existence('delay', queue, DELAY, [])] : []
