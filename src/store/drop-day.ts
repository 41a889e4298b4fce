import { addDays, type Day, dayNumber } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { type Store, storeError, storeName } from './open.ts'
import { countScores, findSnapshot, publicIdOf } from './snapshots.ts'

/** What a day has in the store. */
export interface DayContents {
  /** Public id of its snapshot. */
  snapshot: string
  /** Protocols in it, and those with a composite. */
  protocols: number
  scored: number
  tvlPoints: number
  readings: number
  /** The newest snapshot that is left; null when there is none. */
  left: Day | null
}

/** A snapshot that was dropped. */
export interface DroppedSnapshot {
  snapshot: string
  day: Day
  methodology: string
  droppedOn: Day
  reason: string
}

/**
 * Measures what `dropDay` would remove. Throws `USAGE` when the day has no snapshot, and when only snapshots would be left that keep
 * their numbers but not their details, so that none could be published.
 */
export function measureDay(store: Store, day: Day): DayContents {
  const snapshot = findSnapshot(store, day)
  if (!snapshot) throw new PlimsollError('USAGE', `The store has no snapshot of ${day}.`)
  const number = (sql: string, ...given: (string | number)[]) =>
    Number(
      store
        .prepare(sql)
        .pluck()
        .get(...given),
    )
  const left = store
    .prepare<[Day], { day: Day; entries: number }>(
      `SELECT as_of AS day, EXISTS (SELECT 1 FROM snapshot_entries e WHERE e.snapshot_id = snapshots.id) AS entries
       FROM snapshots WHERE as_of <> ? ORDER BY as_of DESC LIMIT 1`,
    )
    .get(day)
  if (left && !left.entries) {
    throw new PlimsollError(
      'USAGE',
      `Without ${day} the newest snapshot would be that of ${left.day}, which keeps its scores but not their details. Take a snapshot first.`,
    )
  }
  return {
    snapshot: publicIdOf(snapshot),
    ...countScores(store, snapshot.id),
    tvlPoints: number('SELECT COUNT(*) FROM tvl_daily WHERE day = ?', dayNumber(day)),
    readings: number('SELECT COUNT(*) FROM readings WHERE as_of = ?', day),
    left: left?.day ?? null,
  }
}

/**
 * Removes a day: its snapshot with scores, entries and contributions, the TVL and the readings of the day, and every trace that the
 * sources were read on it, so that the next run reads them as if it had not been. Notes the snapshot in `dropped`. Throws as
 * `measureDay` does, and `STORE_UNUSABLE`.
 */
export function dropDay(
  store: Store,
  { day, on, reason }: { day: Day; on: Day; reason: string },
): DayContents {
  try {
    return store
      .transaction(() => {
        const contents = measureDay(store, day)
        store
          .prepare(
            `INSERT INTO dropped (fingerprint, as_of, computed_at, methodology, origin, dropped_on, reason)
             SELECT fingerprint, as_of, computed_at, methodology, origin, ?, ? FROM snapshots WHERE as_of = ?
             ON CONFLICT DO UPDATE SET dropped_on = excluded.dropped_on, reason = excluded.reason`,
          )
          .run(on, reason, day)
        moveRetired(store, day)
        removeDay(store, day)
        return contents
      })
      .immediate()
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

/** The snapshots of an origin that were dropped, oldest first. One that was taken again as it was is not withdrawn. */
export function listDropped(store: Store, origin: string): DroppedSnapshot[] {
  return store
    .prepare<[string], Omit<DroppedSnapshot, 'snapshot'> & { fingerprint: string }>(
      `SELECT fingerprint, as_of AS day, methodology, dropped_on AS droppedOn, reason FROM dropped
       WHERE origin = ? AND fingerprint NOT IN (SELECT fingerprint FROM snapshots) ORDER BY as_of, fingerprint`,
    )
    .all(origin)
    .map(({ fingerprint, ...row }) => ({
      ...row,
      snapshot: publicIdOf({ asOf: row.day, fingerprint }),
    }))
}

/** Records of protocols that retired on the day, or on the next one, say so of the snapshots that are left. */
function moveRetired(store: Store, day: Day): void {
  const next = store
    .prepare<[Day], { id: number; day: Day }>(
      'SELECT id, as_of AS day FROM snapshots WHERE as_of > ? ORDER BY as_of LIMIT 1',
    )
    .get(day)
  const names = { day, nextDay: next?.day ?? null, nextId: next?.id ?? null }
  const run = (sql: string) => store.prepare(sql).run(names)
  run(`UPDATE retired SET retired_on = @nextDay WHERE retired_on = @day AND @nextId IS NOT NULL
         AND protocol_id NOT IN (SELECT protocol_id FROM score_numbers WHERE snapshot_id = @nextId)`)
  run('DELETE FROM retired WHERE retired_on = @day')
  // The day may have been the last of a protocol: then the last one is now that before it, if it had the protocol.
  run(`UPDATE OR IGNORE retired SET snapshot_id = before.id
       FROM (SELECT n.protocol_id, s.id, MAX(s.as_of) FROM score_numbers n JOIN snapshots s ON s.id = n.snapshot_id
             WHERE s.as_of < @day GROUP BY n.protocol_id) before
       WHERE before.protocol_id = retired.protocol_id
         AND snapshot_id = (SELECT id FROM snapshots WHERE as_of = @day)`)
}

/** What carries the day is removed, or goes back to the newest snapshot before it. */
function removeDay(store: Store, day: Day): void {
  const before = store
    .prepare<[Day], Day>('SELECT MAX(as_of) FROM snapshots WHERE as_of < ?')
    .pluck()
    .get(day)
  const names = { day, number: dayNumber(day), before: before ?? addDays(day, -1) }
  for (const sql of REMOVALS) store.prepare(sql).run(names)
}

const SEEN_ONLY_ON_DAY = 'first_seen = @day AND last_seen = @day'

/** SQL: protocols that were never listed on another day. */
const NEW = `SELECT id FROM protocols WHERE ${SEEN_ONLY_ON_DAY}`

const REMOVALS = [
  'DELETE FROM snapshots WHERE as_of = @day',
  'DELETE FROM entries WHERE id NOT IN (SELECT entry_id FROM snapshot_entries)',
  `DELETE FROM tvl_daily WHERE day = @number OR protocol_id IN (${NEW})`,
  `DELETE FROM readings WHERE as_of = @day OR protocol_id IN (${NEW})`,
  'DELETE FROM source_runs WHERE as_of = @day',
  'DELETE FROM held_readings WHERE day = @day',
  'DELETE FROM published_events WHERE published_on = @day',
  'DELETE FROM slug_ties WHERE first_seen = @day',
  'DELETE FROM successors WHERE first_seen = @day',
  `DELETE FROM audits WHERE first_seen = @day OR protocol_id IN (${NEW})`,
  `DELETE FROM incidents WHERE ${SEEN_ONLY_ON_DAY} OR (first_seen = @day AND last_seen = '')`,
  'UPDATE incidents SET last_seen = @before WHERE last_seen = @day',
  'UPDATE incidents SET named_on = @before WHERE named_on = @day',
  'UPDATE incidents SET read_on = @before, readings = MAX(readings - 1, 1) WHERE read_on = @day',
  `DELETE FROM incident_pages WHERE protocol_id IN (${NEW})`,
  `DELETE FROM history_fills WHERE protocol_id IN (${NEW})`,
  'UPDATE incident_pages SET read_on = @before WHERE read_on = @day',
  'UPDATE history_fills SET filled_on = @before WHERE filled_on = @day',
  'UPDATE history_fills SET tried_on = @before WHERE tried_on = @day',
  `DELETE FROM aliases WHERE ${SEEN_ONLY_ON_DAY}`,
  'UPDATE aliases SET last_seen = @before WHERE last_seen = @day',
  `DELETE FROM protocols WHERE id IN (${NEW})`,
  'UPDATE protocols SET last_seen = @before WHERE last_seen = @day',
]
