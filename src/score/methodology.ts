import current from '../../data/methodology.json' with { type: 'json' }
import type { DimensionKey } from '../domain/dimension.ts'
import type { Anchor } from './anchors.ts'

/** The signals in the order in which they are shown. */
export const SIGNAL_IDS = [
  'activity',
  'incidents',
  'effectiveChains',
  'audits',
  'bounty',
  'quietAge',
  'controlReview',
  'signers',
  'custody',
  'chainSecurity',
  'governance',
  'utilisation',
  'creditModel',
  'oracleDependence',
  'oracleRedundancy',
  'exitRoute',
  'weekOutflow',
  'outflowSurvived',
  'volatility',
  'drawdown',
  'ownTokenShare',
  'lockTerm',
  'exitReview',
] as const

export type SignalId = (typeof SIGNAL_IDS)[number]

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
  spread: Spread & { byActivity: Partial<Record<string, Spread>> }
  /** Readings that a protocol could come to, and what would have to happen; none where nobody can act. */
  reach: { better?: Reach; worse?: Reach }
  unit: string
}

export interface Spread {
  low: number
  high: number
}

export interface Reach {
  value: number
  what: string
}

/** The constitution of the score: every weight, anchor, table and prior. Changing one needs a new version. */
export interface Methodology {
  version: string
  publishedOn: string
  /** A dimension with a smaller share of known weight is unknown. */
  unknownBelow: number
  minimumDimensions: number
  minimumCoverage: number
  eligibility: { historyDays: number; historyPoints: number; medianTvlUsd: number }
  incidents: {
    halfLifeYears: number
    familyWeight: number
    smallLossWeight: number
    /** Weight of a loss of which all came back. */
    reimbursedWeight: number
    fullLossShare: number
    lineage: number
    lineageLending: number
  }
  floors: {
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
  activities: Record<string, Activity>
  /** Upstream category to activity. A category that is not listed has no activity. */
  categories: Record<string, string>
  signals: Record<SignalId, SignalMethod>
}

function dimensionKey(text: string): DimensionKey {
  switch (text) {
    case 'smartContract':
    case 'counterparty':
    case 'credit':
    case 'liquidity':
    case 'oracle':
    case 'liquidityTrap':
      return text
    default:
      throw new Error(`data/methodology.json names no dimension: ${text}`)
  }
}

function signalMethods(): Record<SignalId, SignalMethod> {
  const entries = SIGNAL_IDS.map((id) => {
    const signal = current.signals[id]
    return [id, { ...signal, dimension: dimensionKey(signal.dimension) }] as const
  })
  return Object.fromEntries(entries) as Record<SignalId, SignalMethod>
}

/** The methodology in force, from `data/methodology.json`. */
export const METHODOLOGY: Methodology = { ...current, signals: signalMethods() }
