import current from '../../data/methodology.json' with { type: 'json' }
import { type DimensionKey, findDimension } from '../domain/dimension.ts'
import type { Anchor } from './anchors.ts'

export type SignalId = keyof typeof current.signals

/** The signals in the order in which they are shown: that of `data/methodology.json`. */
export const SIGNAL_IDS = Object.keys(current.signals) as SignalId[]

/** The id as one of the methodology. Throws for another. */
export function signalIdOf(id: string): SignalId {
  if (!isSignalId(id)) throw new Error(`Unknown signal id "${id}".`)
  return id
}

function isSignalId(id: string): id is SignalId {
  return Object.hasOwn(current.signals, id)
}

/** A kind of protocol. */
export interface Activity {
  label: string
  /** False: the dimension credit does not apply. */
  lends: boolean
  /** False: the dimension oracle applies only where a price source is declared. */
  needsPrices: boolean
  /** Holders usually wait before they can leave. */
  waits: boolean
  /** Losses of the development cohorts, each counted once, and the years for which protocols of this kind were watched. */
  losses: number
  protocolYears: number
}

export interface SignalMethod {
  dimension: DimensionKey
  /** Share of the dimension; the weights of a dimension sum to 1. */
  weight: number
  /** Value to risk points, by straight lines between the anchors and flat outside them. */
  anchors: Anchor[]
  /** Least risk points of a signal that is missing, for every kind of protocol: at or above the median of what is measured. */
  prior: number
  /** True for what was found by counting losses and is no fact that a reader would name as a reason: it never leads a page. */
  statistical: boolean
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

type Published = typeof current

/** Every constant of the score: weights, anchors, tables, priors, parameters. Changing one needs a new version. */
export interface Methodology
  extends Omit<Published, 'activities' | 'categories' | 'protocols' | 'signals'> {
  activities: Record<string, Activity>
  /** Upstream category to activity. A category that is not listed has no activity. */
  categories: Record<string, string>
  /** Upstream id to activity, for protocols whose category is too broad: custodians among liquid staking. */
  protocols: Record<string, string>
  signals: Record<SignalId, SignalMethod>
}

/** How raw facts become the value of a signal: the constants beside its anchors. */
export type Parameters = Published['parameters']

function getDimension(id: SignalId, text: string): DimensionKey {
  const key = findDimension(text)
  if (key) return key
  throw new Error(
    `data/methodology.json: signals.${id}.dimension is "${text}", which is not a dimension.`,
  )
}

function signalMethods(): Record<SignalId, SignalMethod> {
  const entries = SIGNAL_IDS.map((id) => {
    const signal = current.signals[id] as Published['signals'][SignalId] & {
      reach: SignalMethod['reach']
    }
    return [id, { ...signal, dimension: getDimension(id, signal.dimension) }] as const
  })
  return Object.fromEntries(entries) as Record<SignalId, SignalMethod>
}

/** The methodology in force, from `data/methodology.json`. */
export const METHODOLOGY: Methodology = { ...current, signals: signalMethods() }
