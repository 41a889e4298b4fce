/**
 * The composite if everything missing were at the 10th or 90th percentile of its kind. Both ends
 * equal the composite when nothing is missing.
 */
export interface ScoreRange {
  /** The lower end, to one decimal. */
  low: number
  /** The upper end, to one decimal. */
  high: number
}

export interface DimensionScores {
  credit: number | null
  counterparty: number | null
  liquidity: number | null
  oracle: number | null
  smartContract: number | null
  liquidityTrap: number | null
}

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
  | 'unconfirmed'

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
