import type { WalletCoverage, WalletLeg, WalletScanResult } from '../../contract/wallet-scan.ts'
import type { DimensionKey } from '../../domain/dimension.ts'
import type { RiskLevel } from '../../domain/risk-level.ts'

/** A wallet scan as the page shows it. Null is unknown; amounts are US dollars, shares 0 to 1. */
export interface Scan {
  address: string
  /** The name that was asked for, if it was one. */
  name: string | null
  positions: Position[]
  /** Portfolio score, 0 to 10. */
  score: number | null
  level: RiskLevel | null
  scoredShare: number | null
  minHealthFactor: number | null
  singleSourceShare: number | null
  dimensions: Record<DimensionKey, number | null>
  /** What is held at each protocol, largest first. */
  protocols: Holding[]
  flags: string[]
  totals: Totals
  sanctions: Sanctions
  coverage: Coverage[]
  /** What is never looked at, as sentences. */
  knownGaps: KnownGap[]
  /** Invented data. */
  isSandbox: boolean
}

export interface Position {
  chain: string
  slug: string
  protocol: string
  product: string | null
  market: string | null
  ref: string | null
  legs: Leg[]
  healthFactor: number | null
  inRange: boolean | null
  perp: Perpetual | null
  /** The owner's smart account that holds it. */
  account: string | null
  isUnlisted: boolean
  /** `unlocksAt`: ISO time, or null when it is not fixed. */
  withdrawal: { unlocksAt: string | null; isClaimable: boolean | null } | null
  loan: Loan | null
}

export interface Loan {
  ltv: number | null
  liquidationLtv: number | null
  /** In whole loan tokens for one collateral token. */
  liquidationPrice: number | null
}

export interface Leg {
  role: WalletLeg['role'] | null
  symbol: string
  token: string | null
  /** Whole tokens, as a decimal. */
  amount: string | null
  usd: number | null
  /** Why there is no price. */
  missing: WalletLeg['missing']
  /** It has a price that no second source confirms. */
  isSingleSource: boolean
}

export interface Perpetual {
  side: 'long' | 'short' | null
  sizeUsd: number | null
  leverage: number | null
  liquidationPrice: number | null
  pnlUsd: number | null
  pnlInNet: boolean | null
}

/** Assets of known price at one protocol; debts are not subtracted. */
export interface Holding {
  slug: string
  protocol: string
  valueUsd: number | null
  share: number | null
  score: number | null
  level: RiskLevel | null
  contribution: number | null
}

export interface Totals {
  suppliedUsd: number | null
  borrowedUsd: number | null
  rewardsUsd: number | null
  netUsd: number | null
  /** False unless the answer says that everything was read and priced. */
  isComplete: boolean
  byChain: ChainTotals[]
}

export interface ChainTotals {
  chain: string
  suppliedUsd: number | null
  borrowedUsd: number | null
  netUsd: number | null
}

interface KnownGap {
  chain: string | null
  /** Its slug. */
  protocol: string | null
  text: string
}

export interface Sanctions {
  status: WalletScanResult['sanctions']['status']
  sources: { id: string; asOf: string | null; hit: boolean | null }[]
}

export interface Coverage {
  chain: string
  /** Null when the answer does not say. */
  status: WalletCoverage['status'] | null
  block: { number: number; time: string | null } | null
  protocols: { id: string; isRead: boolean; reason: string | null }[]
}
