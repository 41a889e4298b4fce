import type { Control, Markets, Review } from './control.ts'
import type { RiskLevel } from './lists.ts'
import type { MissingReason, ScoreMetadata } from './score.ts'

/** Why a protocol left; see `Retirement`. */
export type RetiredReason =
  | 'left-registry'
  | 'dead'
  | 'cex'
  | 'chain-row'
  | 'unsupported-chain'
  | 'no-chain'

/** Set for a protocol that is no longer listed. Its record is the last one published. */
export interface Retirement {
  /** Day of the first snapshot without it. */
  day: string
  /**
   * Why: `left-registry`: DefiLlama no longer lists it. `dead`: DefiLlama marks it as dead, rugged
   * or deprecated. `cex`, `chain-row`: it is now described as a centralised exchange or as a chain.
   * `unsupported-chain`, `no-chain`: it runs on no chain that is scored.
   */
  reason: RetiredReason
  /** Day of the last snapshot with it, which this record is from. */
  lastDay: string
}

/** A price oracle that the protocol depends on. */
export interface Oracle {
  /** Name of the oracle. */
  name: string
  /** Role of the oracle, such as `Primary`. */
  type: string
  /** URLs of pages that document the dependency. */
  proof: string[]
  /** First day of the dependency. */
  startDate?: string | undefined
}

/** TVL on one chain. */
export interface ChainTvl {
  /** Name of the chain. */
  chain: string
  /** Value locked there, in US dollars. */
  tvlUsd: number
  /** Value borrowed there, in US dollars. */
  borrowedUsd: number
}

/** One risk dimension. */
export interface Dimension {
  /** Risk, 0 to 10; lower is safer. Null when it does not apply or is unknown. */
  score: number | null
  /**
   * Change over about 30 days under one methodology; positive is riskier. Also 0 without an earlier
   * score; `trendSince` in `scoreMetadata` is then null.
   */
  trend: number
  /** Display name. */
  label: string
  /** What the dimension measures. */
  desc: string
}

/** The six risk dimensions. */
export interface Dimensions {
  /** One risk dimension. */
  credit: Dimension
  /** One risk dimension. */
  counterparty: Dimension
  /** One risk dimension. */
  liquidity: Dimension
  /** One risk dimension. */
  oracle: Dimension
  /** One risk dimension. */
  smartContract: Dimension
  /** One risk dimension. */
  liquidityTrap: Dimension
}

/** One audit. */
export interface Audit {
  /** Name of the auditor. */
  auditor: string | null
  /** When the audit was made. */
  auditDate: string | null
  /** How many findings of each severity the report has. Null when nobody read it for that. */
  findingsSummary: string | null
  /** URL of the report. */
  reportUrl: string | null
}

/** One exploit or other loss. */
export interface Incident {
  /** Identifier of the incident. */
  id: string
  /** When it happened. */
  exploitDate: string | null
  /** The loss in US dollars. Null when unknown. */
  lossUsd: number | null
  /** What was returned or repaid, in US dollars. Null when unknown. */
  returnedUsd: number | null
  /**
   * TVL of the protocol two days before, or up to seven days earlier, in US dollars. Null when
   * unknown.
   */
  tvlBeforeUsd: number | null
  /** Day of `tvlBeforeUsd`. */
  tvlBeforeDay: string | null
  /** The chain where it happened. */
  chain: string | null
  /** Kind of fault. */
  cause: string | null
  /** URL of a report or a proof of concept. */
  pocUrl: string | null
  /** Name of the incident data source. */
  source: string | null
}

/** A protocol of the same kind and size. */
export interface SimilarProtocol {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The slug used by DefiLlama. */
  slug: string | null
  /** The display name. */
  name: string
  /** Category of the protocol, such as `Lending`. */
  category: string | null
  /** URL of the logo. */
  logoUrl: string | null
  /** Composite risk, 0 to 10; lower is safer. Null without enough data. */
  compositeScore: number | null
  /** Total value locked, in US dollars. Null when unknown. */
  tvlUsd: number | null
}

/** What the TVL consists of. */
export interface Assets {
  /** Day of the amounts. */
  day: string
  /** Symbol of the token with the largest share. Several tokens may have one symbol. */
  topToken: string
  /** Its share of TVL as a fraction. */
  topShare: number
  /**
   * Share of the token with the protocol's own symbol, without its wrapped and staked forms. Null
   * when the protocol has no symbol.
   */
  ownShare: number | null
  /** Number of tokens with a value. */
  tokens: number
  /** Name of the data source. */
  source: string
}

/** An event in the history of the protocol. */
export interface Hallmark {
  /** Its day, or the first of several. */
  day: string
  /** The event, in the words of the source. */
  text: string
}

/** The full record of one protocol. */
export interface ProtocolDetail {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The slug used by DefiLlama. */
  slug: string | null
  /** The display name. */
  name: string
  /** Category of the protocol, such as `Lending`. */
  category: string | null
  /** Names of the chains it runs on. */
  chains: string[]
  /**
   * How much of the six dimensions was measured, 0 to 6: the sum of their measured shares. A
   * dimension that does not apply counts as 1.
   */
  coverageScore: number | null
  /** Symbol of the token of the protocol. */
  tokenSymbol: string | null
  /** Number of known audits. Null when unknown. */
  auditCount: number | null
  /** Price oracles it depends on. */
  oracleConfig: Oracle[]
  /** What the protocol does, in a sentence or two. */
  description: string | null
  /** Whose words `description` is: ours or those of the registry. */
  descriptionBy: 'plimsoll' | 'registry' | null
  /** The website of the protocol. */
  url: string | null
  /** URL of the logo. */
  logoUrl: string | null
  /** Handle on X, without `@`. */
  twitter: string | null
  /** Slug of the parent protocol. */
  parentSlug: string | null
  /** When DefiLlama listed it. */
  listedAt: string | null
  /** Total value locked, in US dollars. Null when unknown. */
  tvlUsd: number | null
  /** Day of `tvlUsd` and `chainTvls`. */
  tvlAsOf: string | null
  /** Change of TVL over 30 days as a fraction; 0.05 means +5%. */
  tvl30d: number | null
  /** TVL by chain, largest first. */
  chainTvls: ChainTvl[]
  /** Composite risk, 0 to 10; lower is safer. Null without enough data. */
  composite: number | null
  /** Risk level of the composite. Null without a composite. */
  riskLevel: RiskLevel | null
  /** When the score was computed. */
  scoredAt: string | null
  /** The six dimensions. Null without enough data. */
  dimensions: Dimensions | null
  /** Inputs of the score and their contributions. */
  scoreMetadata: ScoreMetadata | null
  /**
   * The last composites, at most 12, oldest first, one for each published snapshot. Their
   * methodology versions may differ: `scoreMetadata.scoreHistoryDetail` of the protocol gives the
   * day and version of each.
   */
  scoreHistory: number[]
  /** Audits, with auditor and report where known. */
  audits: Audit[]
  /** Exploits and other losses. May be empty. */
  incidents: Incident[]
  /** Protocols of the same kind and size. */
  similar: SimilarProtocol[]
  /** What the TVL consists of. Null when not known; `assetsMissing` says why. */
  assets: Assets | null
  /** Why `assets` is null, as `missing` of a signal says it. Null when it is not. */
  assetsMissing: MissingReason | null
  /** Events that DefiLlama marks, oldest first. Null when it gives no list. */
  hallmarks: Hallmark[] | null
  /** Who can change the contracts. Null when not known; `controlMissing` says why. */
  control: Control | null
  /** Why `control` is null, as `missing` of a signal says it. Null when it is not. */
  controlMissing: MissingReason | null
  /**
   * DeFiScan reviews of its contracts, also where `control` is null. Null when there is none on
   * record; `reviewsMissing` says why.
   */
  reviews: Review[] | null
  /**
   * Why `reviews` is null, as `missing` of a signal says it: `not-covered` when DeFiScan has none.
   * Null when it is not.
   */
  reviewsMissing: MissingReason | null
  /** Lending markets and vaults. Null when not known; `marketsMissing` says why. */
  markets: Markets | null
  /** Why `markets` is null, as `missing` of a signal says it. Null when it is not. */
  marketsMissing: MissingReason | null
  /** Null while the protocol is listed. */
  retired: Retirement | null
}
