import { type Day, daysBetween } from './day.ts'
import type { DependencyShares } from './dependency.ts'
import type { DimensionKey } from './dimension.ts'
import type { Basis } from './score.ts'

/** A published snapshot, as later documents refer to it. */
export interface PastSnapshot {
  publicId: string
  day: Day
  methodology: string
}

/** Snapshots that are further apart are not compared: nothing is known of the time between them. */
export const COMPARED_DAYS = 400

/** Whether two snapshots in a row say what changed: by one methodology, and not too far apart. */
export function areComparable(from: PastSnapshot, to: PastSnapshot): boolean {
  return from.methodology === to.methodology && daysBetween(from.day, to.day) <= COMPARED_DAYS
}

/**
 * The published numbers of one protocol, one for each snapshot of `Past.snapshots`. NaN: it was not in that snapshot, or the number
 * was not known. Typed arrays, because a store may hold years of daily snapshots.
 */
export interface PastNumbers {
  /** 1 where the protocol was in the snapshot, scored or not. */
  listed: Uint8Array
  /** Points to six decimals. */
  composite: Float64Array
  /** Bounds of the composite as published, to one decimal: `Score.band`. Also NaN for scores of versions that did not keep them. */
  low: Float64Array
  high: Float64Array
  /** Points to four decimals. */
  dimensions: Record<DimensionKey, Float64Array>
  /** Whole US dollars. */
  tvlUsd: Float64Array
  /** The day of the TVL by place, where it is not that of the snapshot. */
  tvlDays: Map<number, Day>
}

/** What each signal and floor added to one composite. `keys[i]` is `dimension/id`, and a floor ends in `!`. */
export interface SignalParts {
  keys: readonly string[]
  /** Millionths of a point. */
  micro: readonly number[]
  /** Where each value comes from; a floor counts as measured. */
  basis: readonly Basis[]
}

/** An earlier snapshot that the newest is compared with. */
export interface ComparedSnapshot {
  /** Its place in `Past.snapshots`. */
  at: number
  /** By protocol id; empty for snapshots of versions that did not keep them. */
  parts: ReadonlyMap<string, SignalParts>
}

/** The snapshots of one origin up to the newest, which is the last of them. */
export interface Past {
  /** Oldest first. */
  snapshots: PastSnapshot[]
  /** By protocol id, also of protocols that are no longer listed. */
  numbers: ReadonlyMap<string, PastNumbers>
  /** Oldest first; without the newest snapshot. */
  comparisons: ComparedSnapshot[]
  /** The first day whose scores were published on it; those of earlier days were computed afterwards. Absent where all were published. */
  publishedFrom?: Day
}

/** What stood on what in an earlier snapshot. */
export interface PastShares extends DependencyShares {
  day: Day
}

/**
 * Why a protocol is no longer published. `left-registry`: upstream no longer lists it. `dead`: upstream marks it as dead, rugged or
 * deprecated. The others: upstream now describes it as a centralised exchange or as a chain, or it runs on no chain that is scored.
 */
export const RETIRED_REASONS = [
  'left-registry',
  'dead',
  'cex',
  'chain-row',
  'unsupported-chain',
  'no-chain',
] as const

export type RetiredReason = (typeof RETIRED_REASONS)[number]
