import * as z from 'zod'
import { address, entryBase } from '../../model/entry-base.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const COUNT = 'function balanceOf(address owner) view returns (uint256)'

/** Requests of a withdrawal as NFTs whose ids the contract does not list by owner, as ether.fi's. */
export const withdrawalNftEntry = entryBase.extend({
  driver: z.literal('withdrawal-nft'),
  collection: address,
  /** What one NFT is called. */
  symbol: z.string().min(1).max(40),
})
export type WithdrawalNftEntry = z.infer<typeof withdrawalNftEntry>

/** How many requests the owner has. What they pay out is not known, so the totals are marked as incomplete. */
export const withdrawalNft: Driver<WithdrawalNftEntry> = function* (entry, owner) {
  const { collection, symbol } = entry
  const [reply] = yield [call(collection, COUNT, [owner])]
  const count = decodeOrThrow(reply, COUNT)
  const legs = legsOf('stake', { address: collection, symbol, decimals: 0 }, count)
  if (legs.length === 0) return []
  return [
    positionOf(entry, {
      legs: legs.map((leg) => ({ ...leg, isUnread: true as const })),
      withdrawal: { unlocksAt: null, isClaimable: null },
    }),
  ]
}
