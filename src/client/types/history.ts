import type { RiskLevel } from './lists.ts'
import type { Retirement } from './retired.ts'
import type { DimensionScores, ScoreRange } from './score-parts.ts'

/** The published scores of one day. */
export interface HistoryPoint {
  /** Day of the snapshot. */
  day: string
  /** Version of the methodology. Scores of different versions are not comparable. */
  methodology: string
  /** Composite risk as published. Null without enough data. */
  composite: number | null
  /** Risk level of the composite. Null without one. */
  riskLevel: RiskLevel | null
  /**
   * The bounds of the composite on that day. Null without a composite, and for scores from before
   * bounds were kept.
   */
  range: ScoreRange | null
  /** Scores of the dimensions as published. Null without a composite. */
  dimensions: DimensionScores | null
  /** Total value locked in the snapshot, in whole US dollars. Null when unknown. */
  tvlUsd: number | null
}

/** The published scores of one protocol over time. */
export interface ProtocolHistory {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Null while the protocol is listed. */
  retired: Retirement | null
  /** One for each published snapshot that had the protocol, oldest first. */
  points: HistoryPoint[]
}
