/** What kind of thing a wallet holds at a protocol. */
export const PRODUCTS = ['lending', 'lst', 'lp', 'vault', 'perp', 'staking'] as const
export type Product = (typeof PRODUCTS)[number]

export const ROLES = ['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin'] as const
export type Role = (typeof ROLES)[number]

/** One token of a position, in its smallest unit. */
export interface TokenAmount {
  role: Role
  /** Contract address in lower case, or a Solana mint. */
  token: string
  symbol: string
  decimals: number
  amount: bigint
  /** False for a supply that cannot be borrowed against. */
  collateral?: boolean
  /** A count of something that nobody opened, such as NFTs: whatever a price at its address says, its value is not known. */
  isUnread?: true
}

/** One position as it was read, before prices. */
export interface Finding {
  /** Slug of the protocol in the contract lists, so that its score joins. */
  protocol: string
  product: Product
  /** Which market or pool of the protocol. */
  market: string | null
  /** Tells positions of one market apart: an NFT's id, a sub-account. */
  ref: string | null
  /** The token that stands for the position, when there is one. A receipt token has one owner. */
  receiptToken: string | null
  legs: TokenAmount[]
  /** Above 1 is safe; null without debt or where there is none such. */
  healthFactor: number | null
  /** Concentrated liquidity: whether the price lies within the range. */
  inRange: boolean | null
  perp: {
    side: 'long' | 'short'
    /** US dollars as the protocol states them; null where it does not. */
    sizeUsd: number | null
    leverage: number | null
    entryPrice: number | null
    liquidationPrice: number | null
    pnlUsd: number | null
    /** Whether the margin is told with that profit or loss in it; null where the reader cannot know. */
    pnlInNet: boolean | null
  } | null
  /** `onchain`, or `provider:<id>`. */
  source: string
  /**
   * No position, but a part of the protocol that was not read and may hold some. The protocol is then told as failed,
   * beside all that was found.
   */
  isUnread?: true
}

/** A finding of what was read on chain: what is not said of it is null. */
export function findingOf(
  of: Pick<Finding, 'protocol' | 'product' | 'legs'> & Partial<Finding>,
): Finding {
  return {
    market: null,
    ref: null,
    receiptToken: null,
    healthFactor: null,
    inRange: null,
    perp: null,
    source: 'onchain',
    ...of,
  }
}
