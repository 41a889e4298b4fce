/** The kind of position. */
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
  /** How much of it its market or vault lets out now; left out where that was not read. */
  available?: bigint
  /** Collateral: the fraction of its value up to which its market lets it back a debt before it liquidates; left out where that was not read. */
  liquidationLtv?: number
  /** Its value is unknown, even if its token has a price: a count of NFTs that were not read, or a claim on who was drained. */
  isUnread?: true
}

/** The name under which positions in contracts on no list stand, and the outcome of reading them, in place of a protocol. */
export const UNLISTED = 'unlisted'

/** One position as it was read, before prices. */
export interface Finding {
  /** Slug of the protocol, as in `protocols.json`; its score is found by it. */
  protocol: string
  product: Product
  /** Which market or pool of the protocol. */
  market: string | null
  /** Distinguishes positions of one market: an NFT's id, a sub-account. */
  ref: string | null
  /** The token that represents the position, if there is one. Only one entry counts a receipt token. */
  receiptToken: string | null
  /** Further tokens in the wallet whose balance it counts, in lower case. */
  counts?: string[]
  legs: TokenAmount[]
  /** Above 1 is safe; null without debt or where the protocol has no health factor. */
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
    /** The price now, where the protocol reports it. */
    markPrice?: number | undefined
    pnlUsd: number | null
    /** Whether the margin already includes that profit or loss; null where the reader cannot know. */
    pnlInNet: boolean | null
  } | null
  /** `onchain`, or `provider:<id>`. */
  source: string
  /**
   * Not a position, but a part of the protocol that was not read and may hold some. The protocol is then reported as failed,
   * next to what was found.
   */
  isUnread?: true
  /** Slug of another protocol in whose contracts all of it lies, but for rewards: that of the pool whose shares are staked here. */
  within?: string
  /** The collection of the NFT that it is, or of those that were only counted, where the wallet itself holds them: an operator of it can take them. */
  collection?: string
  /** Recognised by its interface; no contract list names it. */
  isUnlisted?: true
  /** A smart account of the owner that holds the position, in lower case. */
  account?: string
  /** A withdrawal under way. `unlocksAt` in seconds since 1970, null when the protocol does not fix it; `isClaimable` when it can be taken now. */
  withdrawal?: { unlocksAt: number | null; isClaimable: boolean | null }
  /** What its vault says of redeeming: that it is paused, and the share that it keeps, which is taken off the amount. */
  exit?: { isPaused?: boolean; fee?: number }
  /** A loan against collateral. Both fractions are of the collateral's value: `ltv` of now, `liquidationLtv` where it is liquidated. */
  loan?: {
    ltv: number | null
    liquidationLtv: number | null
    /** The price at which it is liquidated, of one whole collateral token in whole loan tokens; null with several collaterals or loans. */
    liquidationPrice: number | null
  }
}

/** A finding read on chain; fields that are not given are null. */
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

/** Without unlisted tokens that a driver counts too, because a registry on chain named them. */
export function withoutCounted(findings: readonly Finding[]): Finding[] {
  const counted = new Set(
    findings.flatMap(({ isUnlisted, receiptToken }) =>
      isUnlisted || receiptToken === null ? [] : [receiptToken],
    ),
  )
  return findings.filter(
    ({ isUnlisted, receiptToken }) =>
      !isUnlisted || receiptToken === null || !counted.has(receiptToken),
  )
}
