import type { Address } from '../../model/address.ts'
import type { EntryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { legsOf, positionOf } from './entry-position.ts'

/**
 * Positions that are known to exist while what they hold could not be read. The NFTs themselves are the only leg: they
 * have no price, so the value is unknown and the totals say that they are not complete.
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
