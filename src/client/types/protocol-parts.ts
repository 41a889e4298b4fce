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
  /**
   * Readings that have it, on different days or of different sources, counted up to four. It counts
   * in scores from two on. Left out when it was in the first list that was read.
   */
  readings?: number | undefined
  /**
   * What the source says was lost, where that is more than can have been lost: `lossUsd` is then
   * null. Left out otherwise.
   */
  reportedLossUsd?: number | undefined
  /** Day since which the source does not list it any more. Left out while it is listed. */
  unlistedSince?: string | undefined
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

/** A warning in the words of a source. It does not enter the score. */
export interface Warning {
  /** The warning, in the words of the source. */
  text: string
  /** How serious the source calls it. Null when it gives no known level. */
  level: 'low' | 'alert' | 'rug' | null
  /** Last day of the warning. Null when it has no end. */
  until: string | null
  /** Day on which the source showed it. */
  day: string
  /** Name of the data source. */
  source: string
}

/** A reported TVL that is not confirmed yet. */
export interface HeldTvl {
  /** Newest day on which it was reported. */
  day: string
  /** The reported TVL, in US dollars. Null when none was reported. */
  reportedUsd: number | null
  /** First day on which TVL of this size was reported. */
  since: string
  /** Number of days on which it was. */
  seen: number
}
