import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { DECIMALS, NOW } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askLocks, readLocks } from '../../../chains/evm/lens/locks.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { shareOf } from './pool-token.ts'
import { tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const LOCKED = 'function getUserNumLockedTokens(address owner) view returns (uint256)'

/** A locker of UNCX, in which makers of tokens lock their shares of pairs. */
export const uncxEntry = entryBase.extend({
  driver: z.literal('uncx'),
  locker: address,
})
export type UncxEntry = z.infer<typeof uncxEntry>

type Lock = ReturnType<typeof readLocks>['found'][number]

/**
 * Locked shares with the end of each lock, in both tokens of the pair (`UniswapV2Locker`, as several public repositories have it). A share
 * whose pair cannot be read is reported as itself.
 */
export const uncx = defineDriver({
  name: 'uncx',
  entry: uncxEntry,
  gap: 'Lockers that are not on our list are not read, nor are vesting tokens.',
  *read(entry, owner) {
    const { locker } = entry
    const [countReply] = yield [call(locker, LOCKED, [owner])]
    if (decodeOrThrow(countReply, LOCKED) === 0n) return []
    const [reply] = yield [askLocks(locker, owner)]
    const { unread, found } = readLocks(reply)
    const held = found.filter(({ amount }) => amount > 0n)
    const named = [...new Set(held.flatMap(({ token, token0, token1 }) => [token, token0, token1]))]
    // Anybody can make a token.
    const asked = named.flatMap((each): Call[] =>
      tokenCalls(each).map((one) => ({ ...one, untrusted: true })),
    )
    const [time, ...words] = yield [call(MULTICALL3, NOW, []), ...asked]
    const now = decodeOrThrow(time, NOW)
    const tokens = tokensIn(named, words)
    const findings = held.map((lock): Finding => {
      const parts = partsOf(lock, tokens)
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

/** Those that name their decimals. */
function tokensIn(named: Address[], words: Reply[]): Map<Address, Token> {
  return new Map(
    named.flatMap((each, at) => {
      const [symbol, decimals] = words.slice(2 * at, 2 * at + 2)
      return tryDecode(decimals, DECIMALS) === null
        ? []
        : [[each, tokenFrom(each, symbol, decimals)] as const]
    }),
  )
}

function partsOf(lock: Lock, tokens: ReadonlyMap<Address, Token>): [Token, bigint][] {
  const { token, amount, supply, balance0, balance1 } = lock
  const [first, second] = [tokens.get(lock.token0), tokens.get(lock.token1)]
  if (supply > 0n && first && second) {
    return [
      [first, shareOf(balance0, amount, supply)],
      [second, shareOf(balance1, amount, supply)],
    ]
  }
  // A share without decimals is counted in its smallest unit.
  return [
    [tokens.get(token) ?? { address: token, symbol: `${token.slice(0, 8)}…`, decimals: 0 }, amount],
  ]
}

// For `npm run contracts -- --check` alone.
const LOCK_COUNT = 'function getNumLockedTokens() view returns (uint256)'

/** @public */
export const claims: ClaimsOf<UncxEntry> = ({ locker }) => [
  existence('locks', locker, LOCK_COUNT, []),
]
