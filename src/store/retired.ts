import type { RetiredEntry, SnapshotEntry } from '../domain/catalogue.ts'
import { addDays, type Day } from '../domain/day.ts'
import { RETIRED_REASONS, type RetiredReason } from '../domain/past.ts'
import type { Store } from './open.ts'

/** A retired protocol is published for this long. */
const KEPT_DAYS = 730

/** The most retired protocols that are published: those that retired last. */
const MAX_RETIRED = 500

/**
 * Notes the protocols that the snapshot before this one has and this one lacks, with their last entry and the reason. A protocol
 * that is listed again is no longer retired. Building a day again gives the same result.
 */
export function updateRetired(store: Store, snapshotId: number, asOf: Day): void {
  store.prepare('DELETE FROM retired WHERE retired_on >= ?').run(asOf)
  const before = store
    .prepare<[Day], number>('SELECT id FROM snapshots WHERE as_of < ? ORDER BY as_of DESC LIMIT 1')
    .pluck()
    .get(asOf)
  if (before === undefined) return
  // Not those of this snapshot: it may be built again, without the protocol.
  store
    .prepare(
      'DELETE FROM retired WHERE protocol_id IN (SELECT protocol_id FROM snapshot_entries WHERE snapshot_id = ?)',
    )
    .run(before)
  store
    .prepare(
      `INSERT INTO retired (protocol_id, snapshot_id, retired_on, reason, entry)
       SELECT s.protocol_id, s.snapshot_id, ?, COALESCE(p.out_of_scope, 'left-registry'), e.entry
       FROM snapshot_entries s JOIN entries e ON e.id = s.entry_id LEFT JOIN protocols p ON p.id = s.protocol_id
       WHERE s.snapshot_id = ? AND s.protocol_id NOT IN
         (SELECT protocol_id FROM snapshot_entries WHERE snapshot_id = ?)`,
    )
    .run(asOf, before, snapshotId)
  store
    .prepare(
      `DELETE FROM retired WHERE retired_on < ? OR protocol_id NOT IN
         (SELECT protocol_id FROM retired ORDER BY retired_on DESC, protocol_id LIMIT ${MAX_RETIRED})`,
    )
    .run(addDays(asOf, -KEPT_DAYS))
}

/** The retired protocols that a snapshot does not have, in the order of their ids. */
export function loadRetired(store: Store, snapshotId: number): RetiredEntry[] {
  return store
    .prepare<[number], { day: Day; reason: string; lastDay: Day; entry: string }>(
      `SELECT r.retired_on AS day, r.reason, s.as_of AS lastDay, r.entry FROM retired r
       JOIN snapshots s ON s.id = r.snapshot_id
       WHERE r.protocol_id NOT IN (SELECT protocol_id FROM snapshot_entries WHERE snapshot_id = ?)
       ORDER BY r.protocol_id`,
    )
    .all(snapshotId)
    .map(({ reason, entry, ...days }) => {
      // Written by `replaceSnapshot` from the same type, perhaps by an earlier version.
      const parsed: SnapshotEntry = JSON.parse(entry)
      return { ...days, reason: reasonOf(reason), entry: parsed }
    })
}

/** A reason of a version that knew others reads as the general one. */
function reasonOf(text: string): RetiredReason {
  return RETIRED_REASONS.find((reason) => reason === text) ?? 'left-registry'
}
