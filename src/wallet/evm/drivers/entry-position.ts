import type { Address } from '../../../chains/address.ts'
import type { EntryBase, Token } from '../../model/entry-base.ts'
import {
  type Finding,
  findingOf,
  type Product,
  type Role,
  type TokenAmount,
} from '../../model/finding.ts'
import type { Kind } from '../../model/kinds.ts'

/** What people hold of a product, where its entry says no other. */
export function kindOf(product: Product): Kind {
  return KIND_OF[product]
}

const KIND_OF: Readonly<Record<Product, Kind>> = {
  lending: 'supply',
  lst: 'stake',
  lp: 'lp',
  vault: 'supply',
  perp: 'leverage',
  staking: 'lock',
}

/** A position of one contract entry, with the entry's protocol, product and market. */
export function positionOf(
  { protocol, product, market }: EntryBase,
  found: Pick<Finding, 'legs'> & Partial<Finding>,
): Finding {
  return findingOf({ protocol, product, market: market ?? null, ...found })
}

/** One leg, or none for a zero amount. `collateral` is given where the protocol says whether the amount backs a debt. */
export function legsOf(
  role: Role,
  token: Token,
  amount: bigint,
  collateral?: boolean,
): TokenAmount[] {
  if (amount === 0n) return []
  const { address, symbol, decimals } = token
  return [
    {
      role,
      token: address,
      symbol,
      decimals,
      amount,
      ...(collateral !== undefined && { collateral }),
    },
  ]
}

/** The same legs, of which no more can be withdrawn now; null where that was not read. */
export function withAvailable(legs: TokenAmount[], available: bigint | null): TokenAmount[] {
  return available === null ? legs : legs.map((leg) => ({ ...leg, available }))
}

/** The same legs, of which this fraction of the value may back a debt before it is liquidated; null where that was not read. */
export function withThreshold(legs: TokenAmount[], liquidationLtv: number | null): TokenAmount[] {
  return liquidationLtv === null ? legs : legs.map((leg) => ({ ...leg, liquidationLtv }))
}

/** Marks that the owner may have more than was read here, so that the protocol is reported as failed (`contract`). */
export function unseenPart(entry: EntryBase): Finding {
  return positionOf(entry, { legs: [], isUnread: true })
}

/**
 * Positions that exist but whose content could not be read. The NFTs themselves are the only leg. They have no price, so the value is
 * unknown and the totals are marked as incomplete.
 */
export function unreadNfts(
  entry: EntryBase,
  nfts: {
    collection: Address
    count: bigint
    market: string
    ref: string | null
    isStaked?: boolean
  },
): Finding {
  const token = { address: nfts.collection, symbol: 'position NFT', decimals: 0 }
  return positionOf(entry, {
    market: nfts.market,
    ref: nfts.ref,
    ...(!nfts.isStaked && { collection: nfts.collection }),
    legs: legsOf('lp', token, nfts.count).map((leg) => ({ ...leg, isUnread: true as const })),
  })
}
