import type { DimensionKey } from './dimension.ts'
import type { MissingReason } from './reading.ts'
import type { RiskLevel } from './risk-level.ts'

/**
 * Where the value of a signal comes from. `measured`: read about this protocol. `category`: the rate of losses of its
 * kind. `missing`: not known, so it is assumed.
 */
export const BASES = ['measured', 'category', 'missing'] as const

export type Basis = (typeof BASES)[number]

/** The result of one signal. `contribution` is its part of the composite, in points, to six decimals. */
export interface SignalScore {
  id: string
  /** On the axis of the anchors; null when missing. */
  value: number | null
  /** Risk points 0-10: from the anchors; when missing the prior, or the mean of what was measured where that is worse, up to the worst anchor. */
  risk: number
  /** Share of the dimension, over the signals that apply. */
  weight: number
  contribution: number
  sentence: string
  source: string
  asOf: string | null
  basis: Basis
  /** Why it is missing; null on any other basis. */
  missing: MissingReason | null
  /** True when the reading belongs to another member of the family. */
  inherited: boolean
  /** The risk of what was seen, where so little was seen that it counts at no less than if it were missing; left out otherwise. */
  seenRisk?: number
  /** What was read, where it speaks for a part of the protocol only: the share of its TVL, 0-1, and the risk there; left out otherwise. */
  seen?: { share: number; risk: number }
  /** URL of this reading; left out when its source has one page for all readings of a protocol. */
  link?: string
}

/** An active floor: the minimum of a dimension, and what it adds to the composite. */
export interface FloorScore {
  id: string
  /** Risk points 0-10. */
  risk: number
  contribution: number
  sentence: string
}

export interface DimensionScore {
  status: 'scored' | 'not-applicable'
  /** True when too little of it was measured, and no floor from a fact decides it: its number is an assumption and never a reason. */
  isAssumed: boolean
  /** Risk points 0-10 in full precision, or null. */
  score: number | null
  /** Share of the weight whose signals were measured about this protocol, 0-1. */
  coverage: number
  /** Share of the weight of the rate of its kind, 0-1. */
  typical: number
  /** Weight in this composite after redistribution, or 0. */
  weight: number
  contribution: number
  signals: SignalScore[]
  /** The active floor of this dimension, or null. */
  floor: FloorScore | null
}

/** What the composite would be if one signal had another value. */
export interface Change {
  signal: string
  dimension: DimensionKey
  /** What would have to happen, as the start of a sentence. */
  what: string
  /** Composite after it, in full precision. */
  composite: number
}

export interface Score {
  protocolId: string
  methodology: string
  /** Sum of all contributions, in full precision; null when there is not enough data. */
  composite: number | null
  /** The composite as published, to one decimal. */
  rounded: number | null
  level: RiskLevel | null
  /** 0-6: the sum of the coverage of the dimensions; one that does not apply counts as covered. */
  coverage: number
  /** Shares of the weight of the dimensions that apply, by basis; they sum to 1. */
  basis: Record<Basis, number>
  dimensions: Record<DimensionKey, DimensionScore>
  /**
   * The composite with every missing signal at the 10th or at the 90th percentile of the known values of that signal, and so what was not
   * read of the others. Both ends equal the composite when nothing is missing. Null without a composite.
   */
  band: { low: number; high: number } | null
  /** The changes that would move the composite most: at most two that lower it, then at most one that raises it. */
  changes: Change[]
  /** Why there is no score; empty when there is one. */
  insufficient: string[]
  /** Latest day among the readings behind the score. */
  asOf: string | null
}
