import * as z from 'zod'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { call, decodeOrThrow, tryDecode } from '../client/call.ts'
import { askOwned, readOwned } from '../client/lens/owned.ts'
import { encodeCall } from '../client/viem.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask } from './reading.ts'

const COUNT = 'function balanceOf(address owner) view returns (uint256)'
const NEXT_ID = 'function nextRequestId() view returns (uint32)'
const FINALIZED = 'function isFinalized(uint256 id) view returns (bool)'
const REQUEST =
  'function getRequest(uint256 id) view returns ((uint96 amount, uint96 shares, bool isValid, uint32 fee))'
/** Reverts for a request that is not finalized. */
const CLAIMABLE = 'function getClaimableAmount(uint256 id) view returns (uint256)'

/** Fees are counted in billionths of the coin. */
const GWEI = 10n ** 9n

/** Requests of a withdrawal as NFTs whose ids the contract does not list by owner, as ether.fi's. */
export const withdrawalNftEntry = entryBase.extend({
  driver: z.literal('withdrawal-nft'),
  collection: address,
  /** What one NFT is called. */
  symbol: z.string().min(1).max(40),
  /** The wrapped native coin, in which the ETH that is paid out is reported. */
  native: token,
})
export type WithdrawalNftEntry = z.infer<typeof withdrawalNftEntry>

/**
 * What a finalized request pays, which slashing can have made less than was asked for, and the amount asked for, less its fee, of one that
 * waits (`WithdrawRequestNFT`, etherfi-protocol/smart-contracts). Requests that are not among the newest of the collection are only counted.
 */
export const withdrawalNft: Driver<WithdrawalNftEntry> = function* (entry, owner) {
  const { collection, symbol } = entry
  const [reply] = yield [call(collection, COUNT, [owner])]
  const count = decodeOrThrow(reply, COUNT)
  if (count === 0n) return []
  const ids = readOwned(yield askOwned(collection, encodeCall(NEXT_ID, []), owner))
  const replies = yield* ask(
    ids.flatMap((id) => [REQUEST, FINALIZED, CLAIMABLE].map((each) => call(collection, each, [id]))),
  )
  const findings = ids.map((id, at): Finding => {
    const { amount, fee, isValid } = decodeOrThrow(replies[3 * at], REQUEST)
    const isFinalized = decodeOrThrow(replies[3 * at + 1], FINALIZED)
    const asked = amount - BigInt(fee) * GWEI
    const paid = tryDecode(replies[3 * at + 2], CLAIMABLE) ?? asked
    return positionOf(entry, {
      ref: `withdrawal ${id}`,
      legs: legsOf('stake', entry.native, paid > 0n ? paid : 0n),
      withdrawal: { unlocksAt: null, isClaimable: isFinalized && isValid },
    })
  })
  const older = count - BigInt(ids.length)
  if (older <= 0n) return findings
  const legs = legsOf('stake', { address: collection, symbol, decimals: 0 }, older)
  return [
    ...findings,
    positionOf(entry, {
      legs: legs.map((leg) => ({ ...leg, isUnread: true as const })),
      withdrawal: { unlocksAt: null, isClaimable: null },
    }),
  ]
}
