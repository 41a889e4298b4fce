import * as z from 'zod'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must } from './questions.ts'

const REQUESTS = 'function getWithdrawalRequests(address owner) view returns (uint256[] requestIds)'
const LAST_FINALIZED = 'function getLastFinalizedRequestId() view returns (uint256)'
const LAST_CHECKPOINT = 'function getLastCheckpointIndex() view returns (uint256)'
const STATUS =
  'function getWithdrawalStatus(uint256[] requestIds) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[])'
const HINTS =
  'function findCheckpointHints(uint256[] requestIds, uint256 firstIndex, uint256 lastIndex) view returns (uint256[])'
const CLAIMABLE =
  'function getClaimableEther(uint256[] requestIds, uint256[] hints) view returns (uint256[])'

/** Lido's withdrawal queue, which holds stETH of the requests made there. */
export const lidoQueueEntry = entryBase.extend({
  driver: z.literal('lido-queue'),
  queue: address,
  /** The wrapped native coin, in which the ETH that is paid out is reported. */
  native: token,
})

/**
 * Unclaimed requests, one finding each: what a finalized one pays out, which slashing can have made less than was asked for, and the
 * amount asked for of one that waits. The queue has no day for it.
 */
export const lidoQueue = defineDriver({
  name: 'lido-queue',
  entry: lidoQueueEntry,
  reads: ['withdrawal'],
  proof: 'recorded/lido-queue.json',
  receiptTokens: ({ queue }) => [queue],
  *read(entry, owner) {
    const { queue } = entry
    const { requested, lastFinalized, lastCheckpoint } = yield* answersTo({
      requested: must(queue, REQUESTS, [owner]),
      lastFinalized: must(queue, LAST_FINALIZED, []),
      lastCheckpoint: must(queue, LAST_CHECKPOINT, []),
    })
    // The queue wants them in order, but does not return them in order.
    const ids = requested.toSorted((a, b) => (a < b ? -1 : 1))
    if (ids.length === 0) return []
    const ready = ids.filter((id) => id <= lastFinalized)
    const { requests, hints } = yield* answersTo({
      requests: must(queue, STATUS, [ids]),
      hints: ready.length > 0 ? must(queue, HINTS, [ready, 1n, lastCheckpoint]) : [],
    })
    if (requests.length !== ids.length)
      throw new Unreadable(
        `${queue} returned the state of ${requests.length} requests of ${ids.length}`,
      )
    const paid = yield* answersTo(ready.length > 0 ? must(queue, CLAIMABLE, [ready, hints]) : [])
    if (paid.length !== ready.length)
      throw new Unreadable(`${queue} returned ${paid.length} amounts of ${ready.length}`)
    return ids.flatMap((id, at): Finding[] => {
      const request = requests[at]
      if (request?.owner !== owner)
        throw new Unreadable(`The request ${id} of ${queue} belongs to another`)
      const isReady = at < ready.length
      const legs = legsOf('stake', entry.native, (isReady ? paid[at] : request.amountOfStETH) ?? 0n)
      if (legs.length === 0 || request.isClaimed) return []
      const withdrawal = { unlocksAt: null, isClaimable: isReady }
      return [positionOf(entry, { ref: `withdrawal ${id}`, legs, withdrawal })]
    })
  },
})
