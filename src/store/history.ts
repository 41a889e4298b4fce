import { type Day, dayNumber } from '../domain/day.ts'
import { isDamage, openStore, type Store, storeError, storeName } from './open.ts'

export interface StoredHistory {
  snapshots: number
  firstDay: Day
  lastDay: Day
  /** Number of totals by protocol, section and day. */
  tvlPoints: number
}

/** Measures the history in a store; null without a snapshot. */
export function measureHistory(store: Store): StoredHistory | null {
  const row = store
    .prepare<[], { snapshots: number; firstDay: Day | null; lastDay: Day | null }>(
      'SELECT COUNT(*) AS snapshots, MIN(as_of) AS firstDay, MAX(as_of) AS lastDay FROM snapshots',
    )
    .get()
  if (!row || row.firstDay === null || row.lastDay === null) return null
  const points = store.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM tvl_daily').get()
  return {
    snapshots: row.snapshots,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    tvlPoints: points?.n ?? 0,
  }
}

/** Data that an earlier store has and a later one lacks. */
export interface Lost {
  /** Days without their snapshot. */
  snapshots: Day[]
  /** Days whose snapshot is another one, or has another score or TVL of a protocol: a published prediction was changed. */
  changed: Day[]
  /** Protocols without a score in a snapshot that had one, and the number of such snapshots. */
  scores: { name: string; days: number }[]
  /** Protocols that lost the TVL of days, and the number of days. */
  tvl: { name: string; days: number }[]
}

/**
 * Data from before the newest snapshot that `earlierFile` has and `store` lacks. Losses on the newest day are allowed, since it
 * may be built again, a different amount for the same day is a correction, and a day that was dropped is on record. Throws
 * `STORE_UNUSABLE`.
 */
export function findLost(store: Store, earlierFile: string): Lost {
  try {
    // Migrates its tables.
    openStore(earlierFile).close()
    const newest = measureHistory(store)?.lastDay ?? ''
    store.prepare('ATTACH ? AS earlier').run(earlierFile)
    try {
      return {
        snapshots: store
          .prepare<[], Day>(
            'SELECT as_of FROM earlier.snapshots EXCEPT SELECT as_of FROM main.snapshots EXCEPT SELECT as_of FROM main.dropped ORDER BY 1',
          )
          .pluck()
          .all(),
        changed: store.prepare<[string], Day>(CHANGED).pluck().all(newest),
        scores: store.prepare<[string], { name: string; days: number }>(LOST_SCORES).all(newest),
        tvl: store
          .prepare<[number], { name: string; days: number }>(LOST_TVL)
          .all(newest ? dayNumber(newest) : 0),
      }
    } finally {
      store.exec('DETACH earlier')
    }
  } catch (error) {
    throw storeError(error, earlierFile)
  }
}

const NAME =
  "COALESCE((SELECT name FROM earlier.protocols p WHERE p.id = e.protocol_id), 'protocol ' || e.protocol_id) AS name"

const CHANGED = `
  SELECT s.as_of FROM earlier.snapshots s JOIN main.snapshots n ON n.as_of = s.as_of
  WHERE s.as_of < ? AND NOT EXISTS (SELECT 1 FROM main.dropped d WHERE d.as_of = s.as_of AND d.fingerprint = s.fingerprint)
    AND (n.fingerprint <> s.fingerprint OR n.computed_at <> s.computed_at OR EXISTS (
    SELECT 1 FROM earlier.score_numbers e JOIN main.score_numbers m ON m.snapshot_id = n.id AND m.protocol_id = e.protocol_id
    WHERE e.snapshot_id = s.id AND (m.composite IS NOT e.composite OR m.tvl_usd IS NOT e.tvl_usd)))
  ORDER BY s.as_of`

const LOST_SCORES = `
  SELECT ${NAME}, COUNT(*) AS days FROM earlier.score_numbers e JOIN earlier.snapshots s ON s.id = e.snapshot_id
    JOIN main.snapshots n ON n.as_of = s.as_of
  WHERE e.composite IS NOT NULL AND s.as_of < ? AND NOT EXISTS (SELECT 1 FROM main.score_numbers m
    WHERE m.snapshot_id = n.id AND m.protocol_id = e.protocol_id AND m.composite IS NOT NULL)
  GROUP BY e.protocol_id ORDER BY days DESC, name`

const LOST_TVL = `
  SELECT ${NAME}, COUNT(*) AS days FROM earlier.tvl_daily e
  WHERE e.section = 0 AND e.day < ? AND NOT EXISTS (SELECT 1 FROM main.tvl_daily m
    WHERE m.protocol_id = e.protocol_id AND m.section = 0 AND m.day = e.day)
    AND e.day NOT IN (SELECT unixepoch(as_of) / 86400 FROM main.dropped)
  GROUP BY e.protocol_id ORDER BY days DESC, name`

/** Writes the store as one compact file without a log beside it. The file must not exist. */
export function copyStore(store: Store, file: string): void {
  try {
    store.prepare('VACUUM INTO ?').run(file)
  } catch (error) {
    // The copy is new, so what is damaged is the store.
    throw storeError(error, isDamage(error) ? storeName(store) : file)
  }
}
