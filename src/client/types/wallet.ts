import type { RiskLevel } from './lists.ts'
import type { DimensionScores } from './score-parts.ts'
import type { WalletPosition } from './wallet-position.ts'

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
   * that are not in `coverage` are not scanned; `knownGaps` does not change it.
   */
  complete: boolean
  /** The same sums for each chain with a position, largest value first. */
  byChain: WalletChainTotals[]
}

/** Sums of the legs on one chain that were read and have a price. */
export interface WalletChainTotals {
  /** Name of the chain. */
  chain: string
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
}

/** Something that a scan never looks at. */
export interface WalletKnownGap {
  /** Name of the chain. Null when it is not about one chain. */
  chain: string | null
  /** Slug of the protocol. Null when it is not about one protocol. */
  protocol: string | null
  /** What is not read, as a sentence. */
  text: string
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
  /**
   * What a scan of such an address never looks at, whatever it holds: chains, and parts of
   * protocols.
   */
  knownGaps: WalletKnownGap[]
  /** The address that was scanned. */
  address: string
  /** The name in the request, if it was a name. */
  resolvedFrom?: string | undefined
}
