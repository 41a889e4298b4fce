import * as z from 'zod'
import { askLocks, readLocks } from '../../../chains/evm/lens/locks.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { shareOf } from './pool-token.ts'
import { answersTo, apart, BLOCK_TIME, mayBeToken, must, Question } from './questions.ts'

const LOCKED = 'function getUserNumLockedTokens(address owner) view returns (uint256)'

/** A locker of UNCX, in which makers of tokens lock their shares of pairs. */
export const uncxEntry = entryBase.extend({
  driver: z.literal('uncx'),
  locker: address,
})
export type UncxEntry = z.infer<typeof uncxEntry>

type Lock = ReturnType<typeof readLocks>['found'][number] & {
  share: Token | null
  first: Token | null
  second: Token | null
}

/**
 * Locked shares with the end of each lock, in both tokens of the pair (`UniswapV2Locker`, as several public repositories have it). A share
 * whose pair cannot be read is reported as itself.
 */
export const uncx = defineDriver({
  name: 'uncx',
  entry: uncxEntry,
  reads: ['lp', 'lock'],
  proof: 'recorded/uncx.json',
  *read(entry, owner) {
    const { locker } = entry
    if ((yield* answersTo(must(locker, LOCKED, [owner]))) === 0n) return []
    const { unread, found } = yield* answersTo(
      new Question([askLocks(locker, owner)], ([reply]) => readLocks(reply)),
    )
    const { now, held } = yield* answersTo({
      now: BLOCK_TIME,
      held: found
        .filter(({ amount }) => amount > 0n)
        .map((lock) => ({
          ...lock,
          share: apart(mayBeToken(lock.token)),
          first: apart(mayBeToken(lock.token0)),
          second: apart(mayBeToken(lock.token1)),
        })),
    })
    const findings = held.map((lock): Finding => {
      const parts = partsOf(lock)
      return positionOf(entry, {
        market: parts.map(([of]) => of.symbol).join('/'),
        ref: `${lock.token} lock ${lock.id}`,
        legs: parts.flatMap(([of, amount]) => legsOf('stake', of, amount)),
        withdrawal: { unlocksAt: Number(lock.unlocksAt), isClaimable: lock.unlocksAt <= now },
      })
    })
    return unread > 0n ? [...findings, unseenPart(entry)] : findings
  },
})

function partsOf(lock: Lock): [Token, bigint][] {
  const { token, amount, supply, balance0, balance1, share, first, second } = lock
  if (supply > 0n && first && second) {
    return [
      [first, shareOf(balance0, amount, supply)],
      [second, shareOf(balance1, amount, supply)],
    ]
  }
  // A share without decimals is counted in its smallest unit.
  return [[share ?? { address: token, symbol: `${token.slice(0, 8)}…`, decimals: 0 }, amount]]
}

// For `npm run contracts -- --check` alone.
const LOCK_COUNT = 'function getNumLockedTokens() view returns (uint256)'

/** @public */
export const claims: ClaimsOf<UncxEntry> = ({ locker }) => [
  existence('locks', locker, LOCK_COUNT, []),
]
