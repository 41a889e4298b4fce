import type { DimensionScores } from './history.ts'
import type { RiskLevel } from './lists.ts'

/** A warning about a wallet; see `WalletRiskSummary`. */
export type WalletFlag =
  | 'sanctioned-address'
  | 'sanctions-unknown'
  | 'low-health-factor'
  | 'high-risk-protocol'
  | 'unscored-protocol'
  | 'unpriced-position'
  | 'price-disagreement'
  | 'single-source-price'
  | 'incomplete-coverage'
  | 'out-of-range'

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
}

/** Assets at one protocol and their contribution to the risk. */
export interface WalletProtocol {
  /** Identifier of the protocol: its current slug. */
  protocolSlug: string
  /** Name of the protocol. */
  protocol: string
  /**
   * Assets of known price at the protocol in US dollars; debts are not subtracted. Null when none
   * has a price.
   */
  valueUsd: number | null
  /** Share of the priced value, 0 to 1. */
  share: number | null
  /** Composite of the protocol, 0 to 10; lower is safer. Null without one. */
  score: number | null
  /** Risk level of the score. Null without a score. */
  riskLevel: RiskLevel | null
  /** Points that this adds to the weighted score. Null without a price or score. */
  contribution: number | null
}

/** A position at one of the riskiest protocols. */
export interface WeakPosition {
  /** The `id` of the position. */
  id: string
  /** Identifier of the protocol: its current slug. */
  protocolSlug: string
  /** Composite of the protocol, 0 to 10; lower is safer. */
  score: number
  /**
   * Risk level of a composite, rounded half up to one decimal: `very-low` to 1.5, `low` to 3.0,
   * `moderate` to 4.5, `elevated` to 6.0, `high` above.
   */
  riskLevel: RiskLevel
  /** Assets of the position in US dollars; debts are not subtracted. Null when none has a price. */
  valueUsd: number | null
}

/**
 * Risk of the whole portfolio, weighted by the assets of known price at each protocol. Debts are
 * not subtracted.
 */
export interface WalletRiskSummary {
  /** Same as `portfolioScore`. */
  weightedScore: number | null
  /** Risk level of the score. Null without a score. */
  riskLevel: RiskLevel | null
  /** Share of the priced value that is at scored protocols, 0 to 1. Null without priced value. */
  scoredShare: number | null
  /**
   * Share of the priced value that is in the largest position, 0 to 1. Null without priced value.
   */
  concentration: number | null
  /**
   * Share of the priced value, debts included, whose price comes from only one source, 0 to 1. Null
   * without priced value.
   */
  singleSourceShare: number | null
  /** The lowest health factor. Null without debt. */
  minHealthFactor: number | null
  /**
   * Warnings, most severe first. `sanctioned-address`: a sanctions list contains the address.
   * `sanctions-unknown`: no sanctions source gave a result. `low-health-factor`: a health factor is
   * below 1.1. `high-risk-protocol`: a position is at a high-risk protocol. `unscored-protocol`: a
   * protocol has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two price
   * sources differ by more than 5 %. `single-source-price`: more than a tenth of the value, debts
   * included, has a price from only one source. `incomplete-coverage`: a chain or protocol could
   * not be read. `out-of-range`: liquidity is out of range and earns no fees.
   */
  flags: WalletFlag[]
  /** Six risks, each 0 to 10; lower is safer. Null for one that is unknown or does not apply. */
  dimensions: DimensionScores
  /**
   * By protocol, largest value first. The contributions add up to the weighted score before it is
   * rounded.
   */
  protocols: WalletProtocol[]
  /** Up to three positions with assets, at the riskiest protocols. */
  weakestPositions: WeakPosition[]
}

/**
 * Sums of all legs that were read and have a price. While `complete` is false, the wallet may have
 * more assets and debts.
 */
export interface WalletTotals {
  /** Supplied value in US dollars. */
  suppliedUsd: number
  /** Debt in US dollars. */
  borrowedUsd: number
  /** Claimable rewards in US dollars. */
  rewardsUsd: number
  /**
   * Supplied minus borrowed plus rewards, in US dollars. Null when a debt has no price, because the
   * result would be too high.
   */
  netUsd: number | null
  /**
   * True only when every scanned chain and protocol was read and every leg has a price. Protocols
   * that are not in `coverage` are not scanned.
   */
  complete: boolean
}

/** One sanctions list. */
export interface SanctionsSource {
  /** Name of the list. */
  id: string
  /**
   * Day of the list; for an on-chain oracle, day of the block that was read. Null when it could not
   * be queried or is out of date.
   */
  asOf: string | null
  /** Whether it contains the address. Null when unknown. */
  hit: boolean | null
}

/** Result of the sanctions screening. */
export interface WalletSanctions {
  /**
   * `listed` when a source contains the address, `clear` when an up-to-date source does not,
   * `unknown` when no source gave a result.
   */
  status: 'clear' | 'listed' | 'unknown'
  /** Every source that was queried. */
  sources: SanctionsSource[]
}

/** A block of a chain. */
export interface WalletBlock {
  /** Block number; on Solana the slot number. */
  number: number
  /** Block time, UTC. */
  time: string
}

/** Whether one protocol was read on one chain. */
export interface ProtocolCoverage {
  /** Identifier of the protocol: its current slug. */
  id: string
  /** `failed` when part of it could not be read or valued. */
  status: 'ok' | 'failed'
  /**
   * Why it failed: `rpc` (no node gave a plausible response), `contract` (the contract returned
   * invalid data), `provider` (an API did not respond) or `price` (a leg has no price). Absent when
   * it did not fail.
   */
  reason?: 'rpc' | 'contract' | 'price' | 'provider' | undefined
}

/** What was scanned on one chain. */
export interface WalletCoverage {
  /** Name of the chain. */
  chain: string
  /**
   * `ok` when all of it was read, `partial` when some was. When nothing was read: `stale` if the
   * latest block of its nodes is too old, else `timeout` or `unavailable`. Positions may be missing
   * unless it is `ok`.
   */
  status: 'ok' | 'partial' | 'stale' | 'timeout' | 'unavailable'
  /**
   * The block that was read. When the chain is `stale`, the latest block of a node. Null when no
   * block is known.
   */
  block: WalletBlock | null
  /** Every protocol that was scanned on the chain. */
  protocols: ProtocolCoverage[]
}

/**
 * Positions of a wallet and the risk of the portfolio. `coverage` and `totals.complete` show what
 * could not be read or priced. New fields may be added.
 */
export interface WalletScanResult {
  /** Positions, largest value first. Empty when none was found. */
  positions: WalletPosition[]
  /** Risk of the portfolio; an empty object without positions. */
  riskSummary: WalletRiskSummary | Record<string, never>
  /**
   * Every warning about the wallet, most severe first. A wallet without positions may have some
   * too, such as `sanctioned-address`.
   */
  flags: WalletFlag[]
  /**
   * Mean composite of the positions that have a price and a score, 0 to 10, weighted by the assets
   * of known price at each protocol. Debts are not subtracted. Null when no position has both.
   */
  portfolioScore: number | null
  /** The distinct `positionSource` values of all positions. */
  positionSource: string[]
  /**
   * Sums of all legs that were read and have a price. While `complete` is false, the wallet may
   * have more assets and debts.
   */
  totals: WalletTotals
  /** Result of the sanctions screening. */
  sanctions: WalletSanctions
  /** What was scanned, by chain and protocol, and what could not be read. */
  coverage: WalletCoverage[]
  /** The address that was scanned. */
  address: string
  /** The name in the request, if it was a name. */
  resolvedFrom?: string | undefined
}
