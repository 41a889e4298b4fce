import type { Control, Review } from './control.ts'
import type { RiskLevel } from './lists.ts'
import type { Markets } from './markets.ts'
import type {
  Assets,
  Audit,
  ChainTvl,
  Dimensions,
  Hallmark,
  HeldTvl,
  Incident,
  Oracle,
  SimilarProtocol,
  Warning,
} from './protocol-parts.ts'
import type { Retirement } from './retired.ts'
import type { ScoreMetadata } from './score.ts'
import type { MissingReason } from './score-parts.ts'

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
  /**
   * A newer TVL that is far from `tvlUsd` and not confirmed yet: until it is, nothing is calculated
   * from it. Absent when there is none.
   */
  tvlHeld?: HeldTvl | undefined
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
  /**
   * Warnings that DefiLlama shows for it, most serious first. Null when it gives no list; most
   * protocols have none.
   */
  warnings: Warning[] | null
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
