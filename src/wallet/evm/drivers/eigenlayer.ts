import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BLOCK, NOW } from '../../../chains/evm/abi.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, must, tokenAt } from './questions.ts'

const DEPOSITED =
  'function getDepositedShares(address staker) view returns (address[] strategies, uint256[] shares)'
const QUEUED =
  'function getQueuedWithdrawals(address staker) view returns ((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] scaledShares)[] withdrawals, uint256[][] shares)'
const DELAY = 'function minWithdrawalDelayBlocks() view returns (uint32)'
const WITHDRAWABLE =
  'function getWithdrawableShares(address staker, address[] strategies) view returns (uint256[] withdrawableShares, uint256[] depositShares)'
const UNDERLYING = 'function underlyingToken() view returns (address)'
/** Only the strategy of EIGEN answers: it keeps bEIGEN, which no one trades, and pays either, one for one (`EigenStrategy`). */
const EIGEN = 'function EIGEN() view returns (address)'
const TO_UNDERLYING = 'function sharesToUnderlyingView(uint256 shares) view returns (uint256)'

/** What the manager calls ETH staked on the beacon chain; it is no contract, and one share is one wei. */
const BEACON_CHAIN = '0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'
const SLOT_SECONDS = 12

/** EigenLayer, by its delegation manager, which knows deposits of both kinds, what slashing left of them, and withdrawals. */
export const eigenlayerEntry = entryBase.extend({
  driver: z.literal('eigenlayer'),
  delegationManager: address,
  /** Reports the number and time of the block. */
  multicall3: address,
  /** The wrapped native coin, in which restaked ETH is reported. */
  native: token,
})

/** An amount of shares of one strategy: a deposit, or a part of a withdrawal. */
interface Holding {
  strategy: Address
  shares: bigint
  withdrawal: ResultOf<typeof QUEUED>[0][number] | null
}

/**
 * Restaked tokens and ETH after slashing, one finding for each strategy, and queued withdrawals with the time from which they can be
 * completed: the block is exact, its time is estimated at 12 seconds a slot.
 */
export const eigenlayer = defineDriver({
  name: 'eigenlayer',
  entry: eigenlayerEntry,
  reads: ['stake', 'withdrawal'],
  proof: 'recorded/eigenlayer.json',
  *read(entry, owner) {
    const { delegationManager: manager, multicall3 } = entry
    const { deposits, queue, clock } = yield* answersTo({
      deposits: must(manager, DEPOSITED, [owner]),
      queue: must(manager, QUEUED, [owner]),
      clock: {
        delay: must(manager, DELAY, []),
        block: must(multicall3, BLOCK, []),
        now: must(multicall3, NOW, []),
      },
    })
    const [deposited] = deposits
    const queued = queuedIn(manager, queue)
    if (deposited.length + queued.length === 0) return []
    const strategies = new Set([...deposited, ...queued.map(({ strategy }) => strategy)])
    strategies.delete(BEACON_CHAIN)
    const { left, kept } = yield* answersTo({
      left: must(manager, WITHDRAWABLE, [owner, [...deposited]]),
      kept: [...strategies].map((strategy) => ({
        strategy,
        underlying: must(strategy, UNDERLYING, []),
        eigen: may(strategy, EIGEN, []),
      })),
    })
    const tokens = new Map(kept.map((each) => [each.strategy, each.eigen ?? each.underlying]))
    const held = yield* answersTo(
      [
        ...deposited.map((strategy, at): Holding => {
          const shares = left[0][at]
          if (shares === undefined) throw new Unreadable(`${manager} left out ${strategy}`)
          return { strategy, shares, withdrawal: null }
        }),
        ...queued,
      ]
        .filter(({ shares }) => shares > 0n)
        .map(({ strategy, shares, withdrawal }) => {
          const token = tokens.get(strategy)
          return {
            withdrawal,
            isBeacon: token === undefined,
            of: token === undefined ? entry.native : tokenAt(token),
            amount: token === undefined ? shares : must(strategy, TO_UNDERLYING, [shares]),
          }
        }),
    )
    return held.flatMap(({ withdrawal, isBeacon, of, amount }): Finding[] => {
      const legs = legsOf('stake', of, amount)
      if (legs.length === 0) return []
      const market = isBeacon ? 'beacon chain ETH' : of.symbol
      return [positionOf(entry, { market, legs, ...(withdrawal && underWay(withdrawal, clock)) })]
    })
  },
})

/** What was queued of each strategy. */
function queuedIn(manager: Address, [withdrawals, amounts]: ResultOf<typeof QUEUED>): Holding[] {
  if (withdrawals.length !== amounts.length)
    throw new Unreadable(`${manager} returned ${amounts.length} amounts of ${withdrawals.length}`)
  return withdrawals.flatMap((withdrawal, at) =>
    withdrawal.strategies.map((strategy, index): Holding => {
      const shares = amounts[at]?.[index]
      if (shares === undefined) throw new Unreadable(`A withdrawal lacks the shares of ${strategy}`)
      return { strategy, shares, withdrawal }
    }),
  )
}

function underWay(
  { nonce, startBlock }: ResultOf<typeof QUEUED>[0][number],
  { delay, block, now }: { delay: number; block: bigint; now: bigint },
): Pick<Finding, 'ref' | 'withdrawal'> {
  // The manager asks for a block after start and delay.
  const waits = startBlock + delay + 1 - Number(block)
  return {
    ref: `withdrawal ${nonce}`,
    withdrawal: { unlocksAt: Number(now) + waits * SLOT_SECONDS, isClaimable: waits <= 0 },
  }
}
