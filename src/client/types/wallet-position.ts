import type { RiskLevel } from './lists.ts'
import type { DimensionScores } from './score-parts.ts'

/** The price of one whole token. */
export interface WalletPrice {
  /** Price in US dollars. */
  usd: number
  /** Source of the price. */
  source: string
  /** Day of the price, UTC. */
  asOf: string
  /**
   * A second source that agrees within 5 %: an oracle for the token or for its underlying asset.
   * Null when only one source has a price; that price is used unchecked.
   */
  confirmedBy: string | null
}

/** One token of a position. */
export interface WalletLeg {
  /** Role of the token in the position. */
  role: 'supply' | 'borrow' | 'stake' | 'lp' | 'reward' | 'collateral' | 'margin'
  /**
   * Address of the token, or its mint on Solana; for balances that are not on a chain, the name
   * that it is priced by.
   */
  token: string
  /** Symbol of the token, as its issuer wrote it. */
  symbol: string
  /** Amount in whole tokens, as a decimal; never negative. */
  amount: string
  /** Value in US dollars to the cent. Null, never zero, when the price is unknown. */
  usd: number | null
  /** Price that the value is based on. Null without a price. */
  price: WalletPrice | null
  /**
   * Why there is no price. `disagreement`: two sources for the token or its underlying asset differ
   * by more than 5 %; the value is then null and the flag `price-disagreement` is set. Null when
   * there is a price, or nothing to price.
   */
  missing: 'not-covered' | 'stale' | 'refused' | 'upstream-failed' | 'disagreement' | null
  /** Whether it can be borrowed against. Null when that does not apply. */
  collateral: boolean | null
}

/** An open perpetual, as reported by the protocol. Null for what it does not report. */
export interface WalletPerpetual {
  /** `long` gains when the price rises, `short` when it falls. */
  side: 'long' | 'short'
  /** Size in US dollars. */
  sizeUsd: number | null
  /** Size divided by margin. */
  leverage: number | null
  /** Average entry price in US dollars. */
  entryPrice: number | null
  /** Liquidation price in US dollars. */
  liquidationPrice: number | null
  /**
   * Unrealised profit in US dollars, negative for a loss. Only for display; do not add it to any
   * sum: see `pnlInNet`.
   */
  pnlUsd: number | null
  /**
   * Whether the sums already include the profit or loss, in the margin of this position or of the
   * account; false when the margin is only the collateral. Null when unknown.
   */
  pnlInNet: boolean | null
}

/** Risk of the protocol of the position, as in the protocol list. */
export interface WalletPositionRisk {
  /** Composite of the protocol, 0 to 10; lower is safer. */
  score: number
  /**
   * Risk level of a composite, rounded half up to one decimal: `very-low` to 1.5, `low` to 3.0,
   * `moderate` to 4.5, `elevated` to 6.0, `high` above.
   */
  riskLevel: RiskLevel
  /** When the score was computed. */
  scoredAt: string | null
  /** Six risks, each 0 to 10; lower is safer. Null for one that is unknown or does not apply. */
  dimensions: DimensionScores
}

/** A withdrawal under way. */
export interface WalletWithdrawal {
  /** When it unlocks, UTC. Null when the protocol does not fix a time. */
  unlocksAt: string | null
  /** Whether it can be claimed at the block that was read. Null when unknown. */
  isClaimable: boolean | null
}

/** A loan against collateral, as its market computes it. */
export interface WalletLoan {
  /** Debt divided by the value of the collateral, now. Null when unknown. */
  ltv: number | null
  /** The `ltv` at which it is liquidated. Null when unknown. */
  liquidationLtv: number | null
  /**
   * Price of one whole collateral token, in whole loan tokens, at which it is liquidated. Null when
   * unknown, and with several collaterals or loans.
   */
  liquidationPrice: number | null
}

/**
 * What a wallet holds in one market of one protocol. A sum is null when one of its legs has no
 * price.
 */
export interface WalletPosition {
  /** Identifier of the position within the scan: chain, protocol, market and reference. */
  id: string
  /** Name of the chain. */
  chain: string
  /** Name of the protocol. */
  protocol: string
  /** Identifier of the protocol: its current slug. */
  protocolSlug: string
  /** Kind of position. */
  product: 'lending' | 'lst' | 'lp' | 'vault' | 'perp' | 'staking'
  /** Market or pool. Null when the protocol has only one. */
  market: string | null
  /** Distinguishes positions of one market, such as an NFT id. Null when there is only one. */
  ref: string | null
  /** Receipt token of the position. Null when there is none. */
  receiptToken: string | null
  /**
   * Tokens of the position. Empty only for a perpetual with cross margin: the account that holds
   * the margin is a separate position.
   */
  legs: WalletLeg[]
  /**
   * Supplied value in US dollars: legs of the roles `supply`, `stake`, `lp`, `collateral` and
   * `margin`.
   */
  suppliedUsd: number | null
  /** Debt in US dollars: legs of the role `borrow`. */
  borrowedUsd: number | null
  /** Claimable rewards and fees in US dollars: legs of the role `reward`. */
  rewardsUsd: number | null
  /** Supplied minus borrowed plus rewards, in US dollars. */
  netUsd: number | null
  /** Health factor: below 1 the position may be liquidated. Null without debt. */
  healthFactor: number | null
  /**
   * For concentrated liquidity, whether the price is within the range. Null for other positions.
   */
  inRange: boolean | null
  /** The perpetual. Null for other positions, and for the account that holds the margin. */
  perp: WalletPerpetual | null
  /** Risk of the protocol. Null when it has no score. */
  risk: WalletPositionRisk | null
  /**
   * Source of the position: `onchain`, which includes the API of an exchange, `provider:<id>` or
   * `sandbox`.
   */
  positionSource: string
  /** Whether all, some or none of the legs have a value. */
  valuation: 'priced' | 'partial' | 'unpriced'
  /**
   * Smart account of the owner that holds the position, such as a proxy. Absent when the scanned
   * address holds it itself.
   */
  account?: string | undefined
  /**
   * True for a contract that is recognised by its own interface and that no contract list names:
   * nobody has reviewed it. Absent otherwise.
   */
  unlisted?: true | undefined
  /** The withdrawal that the position is. Absent for other positions. */
  withdrawal?: WalletWithdrawal | undefined
  /** Its loan. Absent when its market does not report one. */
  loan?: WalletLoan | undefined
}
