/** Level of a composite, from the safest to the riskiest. */
export type RiskLevel = 'very-low' | 'low' | 'moderate' | 'elevated' | 'high'

/** One page, and its position. */
export interface Page<T> {
  data: T[]
  meta: PageMeta
}

/** One row of the protocol list. */
export interface ProtocolSummary {
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
  /** URL of the logo. */
  logoUrl: string | null
  /** The website of the protocol. */
  url: string | null
  /** Handle on X, without `@`. */
  twitter: string | null
  /**
   * How much of the six dimensions was measured, 0 to 6: the sum of their measured shares. A
   * dimension that does not apply counts as 1.
   */
  coverageScore: number | null
  /** Composite risk, 0 to 10; lower is safer. Null without enough data. */
  compositeScore: number | null
  /** Risk level of the composite. Null without a composite. */
  riskLevel: RiskLevel | null
  /** Total value locked, in US dollars. Null when unknown. */
  tvlUsd: number | null
  /**
   * The last composites, at most 12, oldest first, one for each published snapshot. Their
   * methodology versions may differ: `scoreMetadata.scoreHistoryDetail` of the protocol gives the
   * day and version of each.
   */
  scoreHistory: number[]
  /** When the score was computed. */
  scoredAt: string | null
  /**
   * Only with the filter `chain`: TVL on those chains, in US dollars. A chain without a known
   * amount adds nothing; null when none is known.
   */
  chainTvlUsd?: number | null | undefined
}

/** One row of the screener: the list row and the six dimension scores. */
export interface ScreenerRow {
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
  /** URL of the logo. */
  logoUrl: string | null
  /** The website of the protocol. */
  url: string | null
  /** Handle on X, without `@`. */
  twitter: string | null
  /**
   * How much of the six dimensions was measured, 0 to 6: the sum of their measured shares. A
   * dimension that does not apply counts as 1.
   */
  coverageScore: number | null
  /** Composite risk, 0 to 10; lower is safer. Null without enough data. */
  compositeScore: number | null
  /** Risk level of the composite. Null without a composite. */
  riskLevel: RiskLevel | null
  /** Total value locked, in US dollars. Null when unknown. */
  tvlUsd: number | null
  /**
   * The last composites, at most 12, oldest first, one for each published snapshot. Their
   * methodology versions may differ: `scoreMetadata.scoreHistoryDetail` of the protocol gives the
   * day and version of each.
   */
  scoreHistory: number[]
  /** When the score was computed. */
  scoredAt: string | null
  /**
   * Only with the filter `chain`: TVL on those chains, in US dollars. A chain without a known
   * amount adds nothing; null when none is known.
   */
  chainTvlUsd?: number | null | undefined
  /** Credit risk, 0 to 10. */
  creditRisk: number | null
  /** Counterparty risk, 0 to 10. */
  counterpartyRisk: number | null
  /** Liquidity risk, 0 to 10. */
  liquidityRisk: number | null
  /** Oracle risk, 0 to 10. */
  oracleRisk: number | null
  /** Smart contract risk, 0 to 10. */
  smartContractRisk: number | null
  /** Liquidity trap risk, 0 to 10. */
  liquidityTrapRisk: number | null
}

/** One protocol that a search found. */
export interface SearchRow {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The slug used by DefiLlama. */
  slug: string | null
  /** The display name. */
  name: string
  /** Symbol of the token of the protocol. */
  symbol: string | null
  /** Category of the protocol, such as `Lending`. */
  category: string | null
  /** Total value locked, in US dollars. Null when unknown. */
  tvlUsd: number | null
  /** Composite risk, 0 to 10; lower is safer. Null without enough data. */
  composite: number | null
  /** Risk level of the composite. Null without a composite. */
  riskLevel: RiskLevel | null
  /** What matched: `parent` is the slug of the parent protocol. */
  matched: 'name' | 'slug' | 'formerSlug' | 'symbol' | 'parent'
  /**
   * How it matched: `word` begins words of it in any order, `near` differs by a typing error or
   * two.
   */
  match: 'exact' | 'prefix' | 'word' | 'substring' | 'near'
}

/** A chain, its aliases and its protocols. */
export interface ChainSummary {
  /** Name of the chain, as the filter `chain` accepts it. */
  name: string
  /** Other names that a filter accepts for it. Filters ignore case, also that of a name. */
  aliases: string[]
  /** Protocols that the filter keeps. */
  protocolCount: number
  /** Sum of the TVL of its protocols on this chain, in US dollars. Null when none is known. */
  tvlUsd: number | null
}

/** A category, its aliases and its protocols. */
export interface CategorySummary {
  /** Name of the category, as the filter `category` accepts it. */
  name: string
  /** Other names that a filter accepts for it. Filters ignore case, also that of a name. */
  aliases: string[]
  /** Protocols that the filter keeps. */
  protocolCount: number
  /** Sum of the TVL of its protocols, in US dollars. Null when none is known. */
  tvlUsd: number | null
}

/** Position of the page. A page past the end is empty, but its totals are correct. */
export interface PageMeta {
  /** Matching rows on all pages. */
  total: number
  /** Page number, from 1. */
  page: number
  /** Rows per page. */
  limit: number
  /** Total number of pages. */
  pageCount: number
}
