import type { Day } from './day.ts'

/** What kind of promise an issuer makes; each has a named shock in `data/dependencies/classes.json`. */
export const ISSUER_CLASSES = [
  'native',
  'fiat',
  'staking',
  'wrapped',
  'onchain',
  'pool',
  'basis',
  'credit',
] as const
export type IssuerClass = (typeof ISSUER_CLASSES)[number]

/**
 * How it is known what a holding is, or what lies in another protocol. `onchain`: read on the chain at a block. `upstream`: a make-up by symbol, of which the reviewed table has exactly one. `curated`: a reviewed row. `unknown`: not resolved.
 */
export const HOLDING_BASES = ['onchain', 'upstream', 'curated', 'unknown'] as const
export type HoldingBasis = (typeof HOLDING_BASES)[number]

/**
 * How a bridge makes supply. `mint`: a message can make new supply. `lock`: the original is locked and the remote is a claim. `transport`:
 * the underlying is moved.
 */
export const BRIDGE_MODELS = ['mint', 'lock', 'transport', 'unknown'] as const

/** What is read of what a protocol stands on; shown on its page, and no part of its score. */
export const DEPENDENCY_SIGNALS = [
  'issuerTop',
  'stressLoss',
  'standsOn',
  'room',
  'priceStuck',
  'freeRun',
] as const
export type DependencySignal = (typeof DEPENDENCY_SIGNALS)[number]

/** Why a signal is missing. `no-makeup`: it is not known what it holds. `not-a-lender`: it applies to lenders alone. `markets-not-read`: none of its markets was, or one of its amounts was not. `no-scenario`: no named failure costs it anything that is known. `no-bound`: nothing that was read bounds it. */
export const SIGNAL_GAPS = [
  'no-makeup',
  'not-a-lender',
  'markets-not-read',
  'no-scenario',
  'no-bound',
] as const
export type SignalGap = (typeof SIGNAL_GAPS)[number]

/** How one stands on another: it holds tokens that the other issues, they back its loans, its value lies in it, or the other carries what it holds. */
export const SHARE_KINDS = ['holds', 'backed-by', 'runs-on', 'bridged-by'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** That a protocol stands on an issuer, a protocol or a bridge. */
export interface DependencyShare {
  /** Id of the protocol that stands on it. */
  from: string
  kind: ShareKind
  /** Id of the issuer or the bridge in the reviewed table, or of the protocol. */
  to: string
  /** The protocol that issues or carries it, or that it is; null for a company or a chain. */
  protocolId: string | null
  /** Share of what the protocol holds; null where no source states it. */
  share: number | null
  basis: HoldingBasis
}

/** The price of a token that promises to be worth one US dollar, on which pages of protocols agree. */
export interface DollarPrice {
  /** Its id in the reviewed table. */
  token: string
  /** In capitals: a row may have two dollars, such as USDS and DAI. */
  symbol: string
  usd: number
  /** Pages of protocols that agree on it. */
  pages: number
}

/** What stood on what in one snapshot, and what dollars were worth in it. */
export interface DependencyShares {
  /** Protocols of which it was known what of others they hold, or a share of what they run on. */
  resolved: number
  /** Hash of the tables that say who issues which token: shares by other tables are not compared. */
  tables: string
  /** Of dollars whose price is known on the day of the snapshot; empty in snapshots of earlier versions. */
  prices: readonly DollarPrice[]
  shares: readonly DependencyShare[]
}

/** What is left when every claim is followed to its end and it is not known what it is. */
export const UNKNOWN = 'unknown'
/** Claims that only refer to each other. */
export const CIRCULAR = 'circular'

/** A token in what a protocol holds. */
export interface MakeupPart {
  /** Canonical chain name; null where the source gives sums over all chains. */
  chain: string | null
  /** Symbol or token id, as the source has it. */
  token: string
  /** Share of what is held, net of what is lent out, 0-1. */
  share: number
  /** Share of what depositors are owed, 0-1; null when not known. */
  owedShare: number | null
  /** What one was worth in US dollars, of tokens that promise to be worth one; absent where too few are held, or the source does not say how many. */
  priceUsd?: number
}

/** What a lender lends out, and who keeps the collateral of its loans. */
export interface Loans {
  /** Tokens in which deposits are counted, as the reviewed table has them. */
  countedIn: readonly string[]
  /** Who holds the collateral. */
  custody: string
}

/** What a protocol holds on one day, by token. Shares of `held` sum to at most 1. */
export interface Makeup {
  parts: readonly MakeupPart[]
  /** Of a lender whose parts are not what it holds but the published collateral of its loans. */
  loans?: Loans
  basis: HoldingBasis
  day: Day
  source: string
}
