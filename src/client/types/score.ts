import type { DimensionKey, DimensionsMetadata, ScoreRange } from './score-parts.ts'

/** The composite in full precision, its weights, which sum to 1, and its range. */
export interface CompositeMetadata {
  score: number | null
  applicable_dimensions: DimensionKey[]
  weights_used: Partial<Record<DimensionKey, number>>
  range: ScoreRange | null
}

/** Rank by composite among the protocols of one category that have one. */
export interface CategoryRank {
  /** The category. */
  category: string
  /** Rank; 1 is the lowest risk, and equal composites share a rank. */
  position: number
  /** Number of ranked protocols. */
  of: number
  /** Number of other protocols with the same rank. */
  tied: number
}

/** How often protocols at this level lost funds in the back-test. */
export interface LevelRate {
  /** Losses for each protocol and year; 0.02 is 2 in 100. */
  perYear: number
  /** Lower end of the 95 % interval. */
  low: number
  /** Upper end of the 95 % interval. */
  high: number
  /** Number of losses that were counted. */
  events: number
  /** Protocol-years at risk that they were counted over. */
  years: number
  /** `development`: the cohorts that the score was developed on. */
  source: 'development'
}

/** The composite if one signal changed and nothing else. */
export interface ScoreChange {
  /** Name of the signal. */
  signal: string
  /** The dimension it belongs to. */
  dimension: DimensionKey
  /** The change, as the start of a sentence. */
  what: string
  /** The composite after the change, to one decimal. */
  composite: number
  /** Change of the composite, to two decimals; negative is safer. */
  delta: number
}

/** Shares of the weight of all dimensions that apply, by basis of the signals. They sum to 1. */
export interface BasisShares {
  measured: number
  category: number
  missing: number
}

/** `Scored`, or `Insufficient Data` with the reasons. */
export interface Eligibility {
  label: 'Scored' | 'Insufficient Data'
  reasons: string[]
}

/** Day and methodology of one entry of `scoreHistory`. */
export interface ScoreHistoryEntry {
  /** Day of the snapshot. */
  day: string
  /** Version of the methodology. */
  methodology: string
}

/** How the score is computed. New keys may be added. */
export interface ScoreMetadata {
  /** The composite in full precision, its weights, which sum to 1, and its range. */
  composite: CompositeMetadata
  /** Rank in the category. Null without a composite or a category. */
  rank: CategoryRank | null
  /**
   * Measured yearly rate of losses at this risk level. Null without a level, and when the back-test
   * was not run with this version of the methodology.
   */
  levelRate: LevelRate | null
  /**
   * Single changes that would move the composite most: up to two that lower it, then up to one that
   * raises it.
   */
  changes: ScoreChange[]
  /** Shares of the weight of all dimensions that apply, by basis of the signals. They sum to 1. */
  basis: BasisShares
  /**
   * Points that missing signals add to the composite, counted with their priors. Null without a
   * composite.
   */
  missingCost: number | null
  /** How the score of each dimension is computed. */
  dimensions: DimensionsMetadata
  /** `Scored`, or `Insufficient Data` with the reasons. */
  eligibility: Eligibility
  /** Version of the methodology. */
  methodology: string
  /**
   * Day of the snapshot that trends are compared with, 23 to 45 days old and with the same
   * methodology. Null without one.
   */
  trendSince: string | null
  /**
   * Day and methodology of each entry of `scoreHistory`, in the same order. Scores of different
   * versions are not comparable.
   */
  scoreHistoryDetail: ScoreHistoryEntry[]
}
