import type { ControlPath } from './control.ts'
import type { Day } from './day.ts'
import type { NodeAnswers } from './node-answers.ts'

/**
 * What sets a price. `aggregator`: Chainlink's kind, whose owner can replace the feed. `rate`: a fixed or redeemable rate. `capped-rate`:
 * such a rate with a cap on its growth. `twap`: a pool's own price over time. `updater`: one account writes it. `unidentified`:
 * a contract of no known kind.
 */
export const FEED_KINDS = [
  'aggregator',
  'rate',
  'capped-rate',
  'twap',
  'updater',
  'unidentified',
] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** The price feed of an asset. */
export interface Feed {
  address: string
  kind: FeedKind
  /** Who can replace or set it; null when not known. */
  owner: ControlPath[] | null
  /** Seconds since the last update at the block; null when it has no time. */
  ageSeconds: number | null
  /** Usual time between updates, from its last rounds, in seconds; null when not known. */
  intervalSeconds: number | null
}

/**
 * Why something of a market could not be read. `node-failed`: no node answered. `reverted`: a contract refused. `unreadable`: the answer
 * does not fit, or does not say. `implausible`: the values cannot be true. `too-many`: beyond the limit of markets.
 */
export type GapReason = 'node-failed' | 'reverted' | 'unreadable' | 'implausible' | 'too-many'

/** The facts of a market that a score reads, beside what is supplied. */
export const MARKET_FACTS = [
  'availableShare',
  'liquidationThreshold',
  'withdrawSeconds',
  'paused',
  'feed',
] as const
export type MarketFact = (typeof MARKET_FACTS)[number]

/** What could not be read of a market. Hiding a fact must not help, so each of these counts at its worst. */
export interface MarketGap {
  why: GapReason
  /** The facts that a market of its kind has and that could not be read: null in the market. */
  facts: MarketFact[]
}

/**
 * One asset of a lending market, or one vault, on one day. Null: this kind of market has none, or a record does not say; a fact that
 * could not be read is null too, and named in `gap`. Shares are 0-1.
 */
export interface Market extends NodeAnswers {
  /** Canonical chain name. */
  chain: string
  /** The contract that holds it: a pool, a Comet, a vault. */
  address: string
  /** Empty when not known, as are the two of the asset. */
  name: string
  asset: string
  assetAddress: string
  /** What backs the loans of its asset, where one market has one such token and it is another. */
  collateralAddress?: string
  /** Null when there is no price, or a record does not say. */
  suppliedUsd: number | null
  /** What could be withdrawn now over what is supplied. */
  availableShare: number | null
  utilisation: number | null
  loanToValue: number | null
  liquidationThreshold: number | null
  /** Supply over the supply cap; null without a cap or when not known. */
  supplyCapUsed: number | null
  frozen: boolean | null
  /** Withdrawals are paused. */
  paused: boolean | null
  /** Seconds that a withdrawal takes at least; null when not known, 0 when it is instant. */
  withdrawSeconds: number | null
  feed: Feed | null
  /** Null for a market that was read. Of one that could not be read at all, only its place is known. */
  gap: MarketGap | null
  day: Day
  block: number | null
  /** `onchain`, or the public record that it is from. */
  source: string
  link: string
}
