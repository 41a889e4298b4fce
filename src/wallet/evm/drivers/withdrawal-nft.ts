import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, must, ownedOf } from './questions.ts'
import { WAD } from './reading.ts'

const NEXT_ID = 'function nextRequestId() view returns (uint32)'
const FINALIZED = 'function isFinalized(uint256 id) view returns (bool)'
const REQUEST =
  'function getRequest(uint256 id) view returns ((uint96 amount, uint96 shares, bool isValid, uint32 fee))'
const POOL = 'function liquidityPool() view returns (address)'
const WORTH = 'function amountForShare(uint256 shares) view returns (uint256)'
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

/**
 * What a finalized request pays, and what one that waits would pay now: what was asked for, less its fee, or what its shares are worth if
 * slashing made that less (`WithdrawRequestNFT`, etherfi-protocol/smart-contracts). Requests that are not among the newest of the
 * collection are only counted.
 */
export const withdrawalNft = defineDriver({
  name: 'withdrawal-nft',
  entry: withdrawalNftEntry,
  reads: ['withdrawal'],
  proof: 'recorded/withdrawal-nft.json',
  receiptTokens: ({ collection }) => [collection],
  *read(entry, owner) {
    const { collection, symbol } = entry
    const { count, pool } = yield* answersTo({
      count: must(collection, BALANCE, [owner]),
      pool: must(collection, POOL, []),
    })
    if (count === 0n) return []
    const ids = yield* answersTo(ownedOf(collection, encodeCall(NEXT_ID, []), owner))
    const { rate, requests } = yield* answersTo({
      rate: must(pool, WORTH, [WAD]),
      requests: ids.map((id) => ({
        id,
        request: must(collection, REQUEST, [id]),
        isFinalized: must(collection, FINALIZED, [id]),
        claimable: may(collection, CLAIMABLE, [id]),
      })),
    })
    const findings = requests.map(({ id, request, isFinalized, claimable }): Finding => {
      const paid = claimable ?? paidNow(request, rate)
      return positionOf(entry, {
        ref: `withdrawal ${id}`,
        legs: legsOf('stake', entry.native, paid > 0n ? paid : 0n),
        withdrawal: { unlocksAt: null, isClaimable: isFinalized && request.isValid },
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
  },
})

/** Of a request that waits, at so much ether for a share. */
function paidNow(
  { amount, shares, fee }: { amount: bigint; shares: bigint; fee: number },
  rate: bigint,
): bigint {
  const asked = amount - BigInt(fee) * GWEI
  const worth = (shares * rate) / WAD
  return worth < asked ? worth : asked
}
