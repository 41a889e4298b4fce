import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE, TOKEN } from '../../../chains/evm/abi.ts'
import { type Call, call, type Reply } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { answersTo, BLOCK_TIME, must } from './questions.ts'

const BALANCES =
  'function lockedBalances(address user) view returns (uint256 total, uint256 unlockable, uint256 locked, (uint112 amount, uint112 boosted, uint32 unlockTime)[] lockData)'
const NFT_AT = 'function ownerToNFTokenIdList(address owner, uint256 index) view returns (uint256)'
const NFT_LOCK =
  'function locked(uint256 id) view returns ((int128 amount, uint256 end, bool isPermanent))'

/** NFTs can be sent to anybody, so not all of them are read. */
const MAX_NFTS = 100n

/** A contract that locks a token for votes. */
export const voteLockEntry = entryBase.extend({
  driver: z.literal('vote-lock'),
  escrow: address,
  /** How it reports locks: as Convex's (`batches`), or one for each NFT, as Velodrome's. */
  kind: z.literal(['batches', 'nfts']),
  token,
})
export type VoteLockEntry = z.infer<typeof voteLockEntry>

interface Lock {
  ref: string | null
  amount: bigint
  /** Seconds since 1970; null for a lock without an end, which its owner must first give one. */
  end: bigint | null
  isOver: boolean
}

/** Locked tokens with the time from which they can be taken, one finding for each lock. */
export const voteLock = defineDriver({
  name: 'vote-lock',
  entry: voteLockEntry,
  reads: ['lock'],
  proof: 'vote-lock.test.ts',
  receiptTokens: ({ escrow }) => [escrow],
  *read(entry, owner) {
    const { locks, isPartial } = yield* KINDS[entry.kind](entry.escrow, owner)
    const findings = locks
      .filter(({ amount }) => amount > 0n)
      .map(({ ref, amount, end, isOver }): Finding => {
        const withdrawal = { unlocksAt: end === null ? null : Number(end), isClaimable: isOver }
        return positionOf(entry, { ref, legs: legsOf('stake', entry.token, amount), withdrawal })
      })
    return isPartial ? [...findings, unseenPart(entry)] : findings
  },
})

type Locks = Generator<Call[], { locks: Lock[]; isPartial: boolean }, Reply[]>

const KINDS = { batches: readBatches, nfts: readNfts }

function* readBatches(escrow: Address, owner: Address): Locks {
  const [total, unlockable, locked, batches] = yield* answersTo(must(escrow, BALANCES, [owner]))
  const sum = batches.reduce((all, { amount }) => all + amount, 0n)
  if (sum !== locked || locked + unlockable !== total)
    throw new Unreadable(`The locks at ${escrow} do not add up`)
  return {
    isPartial: false,
    locks: [
      { ref: 'unlocked', amount: unlockable, end: null, isOver: true },
      ...batches.map(({ amount, unlockTime }) => ({
        ref: `until ${unlockTime}`,
        amount,
        end: BigInt(unlockTime),
        isOver: false,
      })),
    ],
  }
}

function* readNfts(escrow: Address, owner: Address): Locks {
  const count = yield* answersTo(must(escrow, BALANCE, [owner]))
  const read = count < MAX_NFTS ? count : MAX_NFTS
  const indexes = Array.from({ length: Number(read) }, (_, at) => BigInt(at))
  const ids = yield* answersTo(indexes.map((at) => must(escrow, NFT_AT, [owner, at])))
  const states = yield* answersTo(
    ids.map((id) => ({ id, now: BLOCK_TIME, lock: must(escrow, NFT_LOCK, [id]) })),
  )
  const locks = states.map(({ id, now, lock: { amount, end, isPermanent } }): Lock => {
    if (amount < 0n) throw new Unreadable(`${escrow} returns a negative lock amount`)
    const isOver = !isPermanent && end <= now
    return { ref: id.toString(), amount, end: isPermanent ? null : end, isOver }
  })
  // The tokens of an NFT in a managed one are counted there.
  return { locks, isPartial: count > read || locks.some(({ amount }) => amount === 0n) }
}

// For `npm run contracts -- --check` alone.

/** @public */
export const claims: ClaimsOf<VoteLockEntry> = ({ kind, escrow, token }) =>
  // The escrow of Convex names its token otherwise.
  kind === 'batches' ? [] : [wordClaim('locked token', call(escrow, TOKEN, []), token.address)]
