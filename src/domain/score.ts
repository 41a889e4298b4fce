import type { DimensionKey } from './dimension.ts'
import type { MissingReason } from './reading.ts'
import type { RiskLevel } from './risk-level.ts'

/** What one signal brought. `contribution` is its part of the composite, in points, to six decimals. */
export interface SignalScore {
  id: string
  /** On the axis of the anchors; null when missing. */
  value: number | null
  /** Risk points 0-10: from the anchors, or the prior when missing. */
  risk: number
  /** Share of the dimension, over the signals that apply. */
  weight: number
  contribution: number
  sentence: string
  source: string
  asOf: string | null
  missing: MissingReason | null
}

export interface DimensionScore {
  status: 'scored' | 'unknown' | 'not-applicable'
  /** Risk points 0-10 in full precision, or null. */
  score: number | null
  /** Share of the weight whose signals are known, 0-1. */
  coverage: number
  /** Weight in this composite after redistribution, or 0. */
  weight: number
  contribution: number
  signals: SignalScore[]
}

export interface Score {
  protocolId: string
  methodology: string
  /** Sum of all contributions, in full precision; null when there is too little to go by. */
  composite: number | null
  /** The composite as published, to one decimal. */
  rounded: number | null
  level: RiskLevel | null
  /** 0-6: the sum of the coverage of the dimensions; one that does not apply counts as covered. */
  coverage: number
  dimensions: Record<DimensionKey, DimensionScore>
  /** Why there is no score; empty when there is one. */
  insufficient: string[]
  /** Latest day among the readings behind the score. */
  asOf: string | null
}
