import type { Address } from '../../../chains/address.ts'
import type { EntryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { legsOf, positionOf } from './entry-position.ts'

/**
 * Positions that exist but whose content could not be read. The NFTs themselves are the only leg. They have no price, so the value is
 * unknown and the totals are marked as incomplete.
 */
export function unreadNfts(
  entry: EntryBase,
  nfts: { collection: Address; count: bigint; market: string; ref: string | null },
): Finding {
  const token = { address: nfts.collection, symbol: 'position NFT', decimals: 0 }
  return positionOf(entry, {
    market: nfts.market,
    ref: nfts.ref,
    legs: legsOf('lp', token, nfts.count).map((leg) => ({ ...leg, isUnread: true as const })),
  })
}
