import current from '../../data/methodology.json' with { type: 'json' }
import { type DimensionKey, findDimension } from '../domain/dimension.ts'
import type { Anchor } from './anchors.ts'
import type { Parameters } from './parameters.ts'

export type SignalId = keyof typeof current.signals

/** The signals in the order in which they are shown: that of `data/methodology.json`. */
export const SIGNAL_IDS = Object.keys(current.signals) as SignalId[]

/** What a protocol does, as risk points per question. Null: the dimension of that question does not apply. */
export interface Activity {
  label: string
  activity: number
  custody: number
  creditModel: number | null
  oracleDependence: number | null
  exitRoute: number
  lockTerm: number
}

export interface SignalMethod {
  dimension: DimensionKey
  /** Share of the dimension; the weights of a dimension sum to 1. */
  weight: number
  /** Value to risk points, by straight lines between the anchors and flat outside them. */
  anchors: Anchor[]
  /** Risk points of a signal that is missing: at or above what is typical, for all activities or for one. */
  prior: number
  priorByActivity: Partial<Record<string, number>>
  /** 10th and 90th percentile of the known risk points, for all activities and for those with enough readings. */
  spread: RiskSpread & { byActivity: Partial<Record<string, RiskSpread>> }
  /** Readings that a protocol could come to, and what would have to happen; empty when no action can change the reading. */
  reach: { better?: Reach; worse?: Reach }
  unit: string
}

export interface RiskSpread {
  low: number
  high: number
}

export interface Reach {
  value: number
  what: string
}

/** Every constant of the score: weights, anchors, tables, priors, parameters. Changing one needs a new version. */
export interface Methodology {
  version: string
  publishedOn: string
  /** Weights of the composite; they sum to 1. */
  dimensionWeights: Record<DimensionKey, number>
  /** A dimension with a smaller share of known weight is unknown. */
  unknownBelow: number
  minimumDimensions: number
  /** A protocol with a smaller measured share of the weight that applies has no score. */
  minimumMeasured: number
  eligibility: {
    historyDays: number
    historyPoints: number
    medianTvlUsd: number
    /** The median is taken over this many days. */
    medianDays: number
  }
  incidents: {
    halfLifeYears: number
    familyWeight: number
    smallLossWeight: number
    /** Weight of a loss of which all came back. */
    reimbursedWeight: number
    fullLossShare: number
    /** Readings of an incident before it counts: on different days, or of different sources. */
    readings: number
    /**
     * How much a TVL of another time may differ from the one before an incident, as a factor for a year or more between them. Three
     * of four protocols grew or shrank by less than about this in a year (56 recorded daily histories to 2024-03-11, 520 pairs of
     * days: first quartile 0.38, third 2.31).
     */
    unseenChangePerYear: number
    lineage: number
    lineageLending: number
  }
  floors: {
    /** The least composite by the share of the value that was lost: in full for `fullYears`, falling to none at `fadeYears`. */
    severeLoss: { fullYears: number; fadeYears: number; byShare: Anchor[] }
    /**
     * The least composite after such a loss: in full while TVL, the median of the last `medianDays` known days, is at most the share
     * `full` of the TVL before it, falling to none at `none`.
     */
    lostForGood: {
      medianDays: number
      remainingShare: { full: number; none: number }
      byShare: Anchor[]
    }
    /** Anchors from the weight of the worst recent loss (0-1) to the least risk of a dimension. */
    recentLoss: {
      fullYears: number
      fadeYears: number
      /** Share of the value whose loss counts in full where the code is a copy. */
      copiedCodeShare: number
      smartContract: Anchor[]
      counterparty: Anchor[]
    }
  }
  undeclaredOracleAddend: number
  declaredOracleElsewhere: number
  parameters: Parameters
  activities: Record<string, Activity>
  /** Upstream category to activity. A category that is not listed has no activity. */
  categories: Record<string, string>
  /** Upstream id to activity, for protocols whose category is too broad: custodians among liquid staking. */
  protocols: Record<string, string>
  signals: Record<SignalId, SignalMethod>
}

function getDimension(id: SignalId, text: string): DimensionKey {
  const key = findDimension(text)
  if (key) return key
  throw new Error(
    `data/methodology.json: signals.${id}.dimension is "${text}", which is not a dimension.`,
  )
}

function signalMethods(): Record<SignalId, SignalMethod> {
  const entries = SIGNAL_IDS.map((id) => {
    const signal = current.signals[id]
    return [id, { ...signal, dimension: getDimension(id, signal.dimension) }] as const
  })
  return Object.fromEntries(entries) as Record<SignalId, SignalMethod>
}

/** The methodology in force, from `data/methodology.json`. */
export const METHODOLOGY: Methodology = { ...current, signals: signalMethods() }
