import type { ControlPath, Disagreement } from './control.ts'

/** The price feed of an asset. */
export interface PriceFeed {
  /** Address; in lower case on EVM chains. */
  address: string
  /**
   * What sets the price. `aggregator`: a feed of the kind of Chainlink. `rate`: a fixed or
   * redeemable rate. `capped-rate`: such a rate with a cap on its growth. `twap`: the average price
   * of a pool. `updater`: one account writes it. `unidentified`: a contract of no known kind.
   */
  kind: 'aggregator' | 'rate' | 'capped-rate' | 'twap' | 'updater' | 'unidentified'
  /** Who can replace or set it. Null when not known. */
  owner: ControlPath[] | null
  /** Time since its last update. Null when it has none or it is not known. */
  ageSeconds: number | null
  /** Usual time between updates. Null when not known. */
  intervalSeconds: number | null
}

export interface MarketGap {
  /**
   * Why. `node-failed`: no node answered. `reverted`: a contract refused. `unreadable`: the answer
   * does not fit, or does not say. `implausible`: the values cannot be true. `too-many`: beyond the
   * limit of markets.
   */
  why: 'node-failed' | 'reverted' | 'unreadable' | 'implausible' | 'too-many'
  /** The facts that count at their worst in the score. They are null here. */
  facts: ('availableShare' | 'liquidationThreshold' | 'withdrawSeconds' | 'paused' | 'feed')[]
}

/** One asset of a lending market, or one vault, on one day. */
export interface Market {
  /** Name of the chain. */
  chain: string
  /** Address; in lower case on EVM chains. */
  address: string
  /** Name of the market or vault. Empty when not known. */
  name: string
  /** Symbol of the asset. Empty when not known. */
  asset: string
  /** Address; in lower case on EVM chains. Empty when not known. */
  assetAddress: string
  /** What is supplied, in US dollars. Null when not known. */
  suppliedUsd: number | null
  /** What can be withdrawn now over what is supplied. Null when not known. */
  availableShare: number | null
  /** What is borrowed over what is supplied. Null when not known. */
  utilisation: number | null
  /** Most that can be borrowed against it, as a share of its value. Null when not known. */
  loanToValue: number | null
  /** Share of its value at which a loan is liquidated. Null when not known. */
  liquidationThreshold: number | null
  /** Supply over the supply cap. Null without a cap or when not known. */
  supplyCapUsed: number | null
  /** No new supply or loans. Null when not known. */
  frozen: boolean | null
  /** Withdrawals are paused. Null when not known. */
  paused: boolean | null
  /** Least time that a withdrawal takes. Null when not known. */
  withdrawSeconds: number | null
  /** Its price feed. Null when not known. */
  feed: PriceFeed | null
  /**
   * What could not be read of it. Null when it was read; a fact that is null then does not apply,
   * or a record does not say. Of a market that could not be read at all, only the address is known.
   */
  gap: MarketGap | null
  /** Day of the reading or of the record. */
  day: string
  /** Block of the reading. Null when the record names none. */
  block: number | null
  /** `onchain`, or the short name of the public record that it is from. */
  source: string
  /** Where to check it. */
  link: string | null
  /**
   * Why it is not confirmed. `one-node`: one node alone answered. `disagreement`: no two nodes say
   * the same. It then counts in no score. Left out when two nodes say the same, or a public record
   * is its source.
   */
  unconfirmed?: 'one-node' | 'disagreement' | undefined
  /**
   * Facts on which nodes disagreed at the last reading, with each answer. Also filled where two of
   * them agree, whose answer is then published. Left out when all agree.
   */
  disagreements?: Disagreement[] | undefined
}

/** Lending markets and vaults of the protocol. */
export interface Markets {
  /** The assets: those that could not be read first, then by supply. */
  assets: Market[]
  /** Assets left out of `assets`. */
  more: number
}
