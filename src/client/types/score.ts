import type { ScoreRange } from './history.ts'

/** One of the six risk dimensions. */
export type DimensionKey =
  | 'credit'
  | 'counterparty'
  | 'liquidity'
  | 'oracle'
  | 'smartContract'
  | 'liquidityTrap'

/** How a signal is known; see `Signal`. */
export type Basis = 'measured' | 'category' | 'missing'

/** Why a value is missing; see `Signal`. */
export type MissingReason =
  | 'not-covered'
  | 'refused'
  | 'upstream-failed'
  | 'stale'
  | 'not-in-sample'
  | 'not-read-yet'
  | 'unmatched'

/** The composite in full precision, its weights, which sum to 1, and its range. */
export interface CompositeMetadata {
  score: number | null
  applicable_dimensions: (
    | 'smartContract'
    | 'counterparty'
    | 'credit'
    | 'liquidity'
    | 'oracle'
    | 'liquidityTrap'
  )[]
  weights_used: Partial<
    Record<
      'smartContract' | 'counterparty' | 'credit' | 'liquidity' | 'oracle' | 'liquidityTrap',
      number
    >
  >
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
  dimension: 'smartContract' | 'counterparty' | 'credit' | 'liquidity' | 'oracle' | 'liquidityTrap'
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

/** One signal of a dimension. A missing signal counts with a published prior, not as zero. */
export interface Signal {
  /** Name of the signal. */
  id: string
  /** The reading. Null when missing. */
  value: number | null
  /** Risk of this reading, 0 to 10. */
  risk: number
  /** Its share of the dimension, 0 to 1. */
  weight: number
  /** Points that this adds to the composite. */
  contribution: number
  /** The reading as a sentence. */
  reason: string
  /** Where the reading comes from. */
  source: string
  /**
   * Day of the reading. Null when there is none, and for values that the methodology sets for a
   * kind of protocol (source `methodology`): their version is in `methodology`.
   */
  asOf: string | null
  /**
   * `measured`: read about this protocol. `category`: typical of its kind, from the table of the
   * methodology. `missing`: not known, so it counts at its prior.
   */
  basis: Basis
  /**
   * Why there is no reading. Null when there is one. `not-covered`: the source does not have it.
   * `refused`: the source sent an implausible value. `upstream-failed`: the source could not be
   * read. `stale`: the last good reading is too old. `not-in-sample`: only the bundled sample lacks
   * it. `not-read-yet`: a later run will read it. `unmatched`: the source has entries that match no
   * protocol, and one of them may belong to this one.
   */
  missing: MissingReason | null
  /** True when the reading comes from another protocol of the same family. */
  inherited: boolean
  /** Where to check the reading: a URL, or a path on this site. */
  link: string | null
}

/**
 * A minimum that raises the risk. The contributions of floors and signals add up to the composite.
 */
export interface Floor {
  /** Name of the floor. */
  id: string
  /** Minimum risk, 0 to 10. */
  risk: number
  /** Points of the composite that the floor adds. */
  contribution: number
  /** Why the floor applies, as a sentence. */
  reason: string
}

/** How the score of one dimension is computed. */
export interface DimensionMetadata {
  /** Risk, 0 to 10; lower is safer. Null when it does not apply or is unknown. */
  score: number | null
  /** Signals that were measured about this protocol. */
  signalsUsed: string[]
  /**
   * Signals that were not measured: typical of the kind of protocol, or missing. `basis` of each
   * signal says which.
   */
  missing: string[]
  /** Whether the dimension was scored, and if not, why. */
  status: 'scored' | 'unknown' | 'not-applicable'
  /** Why there is no score, as a sentence. */
  reason: string | null
  /** Share of the weight whose signals were measured, 0 to 1. */
  coverage: number
  /** Share of the weight whose signals are typical of the kind, 0 to 1. */
  typical: number
  /** Its share of the composite after redistribution, 0 to 1. */
  weight: number
  /** Points that this adds to the composite. */
  contribution: number
  /** Every signal, with and without a value. */
  signals: Signal[]
  /** The floor that raises this dimension. Null when none applies. */
  floor: Floor | null
  /**
   * Day of the snapshot that the trend of this dimension is compared with. Null when there is none;
   * the trend is then 0 without meaning.
   */
  trendSince: string | null
}

/** How the score of each dimension is computed. */
export interface DimensionsMetadata {
  /** How the score of one dimension is computed. */
  credit: DimensionMetadata
  /** How the score of one dimension is computed. */
  counterparty: DimensionMetadata
  /** How the score of one dimension is computed. */
  liquidity: DimensionMetadata
  /** How the score of one dimension is computed. */
  oracle: DimensionMetadata
  /** How the score of one dimension is computed. */
  smartContract: DimensionMetadata
  /** How the score of one dimension is computed. */
  liquidityTrap: DimensionMetadata
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
