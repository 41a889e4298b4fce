import type { Day } from '../domain/day.ts'
import { dayNumber } from '../domain/day.ts'
import type { Store } from './open.ts'
import { publicIdOf } from './snapshots.ts'

/** A stored snapshot as a prediction of later losses. */
export interface Prediction {
  /** Row id. */
  id: number
  publicId: string
  asOf: Day
  /** The later of its day and the day it was computed: only losses after it are predicted. */
  registeredOn: Day
  methodology: string
}

/** One published score of a prediction. */
export interface PredictedScore {
  id: number
  /** Risk points 0-10 to six decimals. */
  composite: number
  /** US dollars on the day of the snapshot; null when unknown. */
  tvlUsd: number | null
}

/** The snapshots of one origin before a day, oldest first. */
export function listPredictions(store: Store, origin: string, before: Day): Prediction[] {
  return store
    .prepare<
      [string, Day],
      { id: number; asOf: Day; computedOn: Day; methodology: string; fingerprint: string }
    >(
      `SELECT id, as_of AS asOf, substr(computed_at, 1, 10) AS computedOn, methodology, fingerprint FROM snapshots
       WHERE origin = ? AND as_of < ? ORDER BY as_of`,
    )
    .all(origin, before)
    .map(({ computedOn, fingerprint, ...row }) => ({
      ...row,
      publicId: publicIdOf({ asOf: row.asOf, fingerprint }),
      registeredOn: computedOn > row.asOf ? computedOn : row.asOf,
    }))
}

/** The published scores of one snapshot by protocol id. Protocols without a composite are left out. */
export function loadPredictedScores(store: Store, snapshotId: number): PredictedScore[] {
  return store
    .prepare<[number], PredictedScore>(
      `SELECT protocol_id AS id, composite, tvl_usd AS tvlUsd FROM scores
       WHERE snapshot_id = ? AND composite IS NOT NULL ORDER BY protocol_id`,
    )
    .all(snapshotId)
}

/**
 * The number of published scores of each snapshot by rounded composite, in tenths of a point. Composites are kept in millionths,
 * so the integer division rounds half up, as `roundScore` does.
 */
export function countTenths(
  store: Store,
  origin: string,
): { snapshotId: number; tenths: number; protocols: number }[] {
  return store
    .prepare<[string], { snapshotId: number; tenths: number; protocols: number }>(
      `SELECT n.snapshot_id AS snapshotId, (n.composite + 50000) / 100000 AS tenths, COUNT(*) AS protocols
       FROM score_numbers n JOIN snapshots s ON s.id = n.snapshot_id
       WHERE s.origin = ? AND n.composite IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(origin)
}

/** What a loss is matched with: every protocol that the registry has ever listed. */
export interface KnownProtocol {
  slug: string
  name: string
  /** `parent#…`, or null for a protocol without a family. */
  parentId: string | null
}

/** Every protocol that the registry has ever listed, by id. */
export function loadKnownProtocols(store: Store): Map<number, KnownProtocol> {
  const rows = store
    .prepare<[], KnownProtocol & { id: number }>(
      'SELECT id, slug, name, parent_id AS parentId FROM protocols ORDER BY id',
    )
    .all()
  return new Map(rows.map(({ id, ...protocol }) => [id, protocol]))
}

/** The day on which each incident after a day was first seen, by incident id. */
export function loadFirstSeen(store: Store, after: Day): Map<string, Day> {
  const rows = store
    .prepare<[Day], { id: string; firstSeen: Day }>(
      'SELECT id, first_seen AS firstSeen FROM incidents WHERE occurred_on > ?',
    )
    .all(after)
  return new Map(rows.map(({ id, firstSeen }) => [id, firstSeen]))
}

/** What users held in a protocol on one day, in US dollars; null when the daily history lacks the day. */
export function findDailyTvl(store: Store, protocolId: number, day: Day): number | null {
  return (
    store
      .prepare<[number, number], number>(
        'SELECT cents / 1e2 FROM tvl_daily WHERE protocol_id = ? AND section = 0 AND day = ?',
      )
      .pluck()
      .get(protocolId, dayNumber(day)) ?? null
  )
}
