import type Database from 'better-sqlite3'
import type { CountRow, Counts } from './count-log.ts'

/**
 * Most rows of callers without a key in a table of windows; the oldest are deleted first. Keeps the file below about 40 MB,
 * however many addresses send requests.
 */
const MAX_GUESTS = 100_000

/** Rows deleted at a time: takes about a millisecond, and is more than are added in between. */
const PRUNE_ROWS = 500

/** A window in the file. It has no row until something is counted in it. */
export interface WindowRow extends CountRow {
  start: number
}

export interface WindowTable {
  read(start: number, caller: string): WindowRow
  /** True when it had to add a row. */
  count(window: WindowRow, caller: string, isGuest: boolean, cost: number): boolean
  /** Deletes windows that began before `oldest`, and guests beyond the maximum. */
  prune(oldest: number): void
}

/** The table of one kind of window, whose counts go through the log. */
export function windowTable(
  db: Database.Database,
  table: 'minutes' | 'days',
  counts: Counts,
  mostGuests: number = MAX_GUESTS,
): WindowTable {
  const read = db
    .prepare<[number, string], [number, number]>(
      `SELECT id, used FROM ${table} WHERE start_ms = ? AND caller = ?`,
    )
    .raw()
  const insert = db.prepare(
    `INSERT INTO ${table} (start_ms, caller, is_guest, used) VALUES (?, ?, ?, ?)`,
  )
  const pruneOld = db.prepare(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE start_ms < ? LIMIT ?)`,
  )
  // Row ids ascend, so the rows beyond the maximum are found without counting.
  const pruneGuests = db.prepare(
    `DELETE FROM ${table} WHERE id IN (
       SELECT id FROM ${table}
       WHERE is_guest = 1 AND id <= (SELECT max(id) FROM ${table}) - ? LIMIT ?)`,
  )
  return {
    read(start, caller) {
      const [id = null, inTable = 0] = read.get(start, caller) ?? []
      return { start, id, inTable }
    },
    count(window, caller, isGuest, cost) {
      const isNew = window.id === null
      if (isNew) {
        const { lastInsertRowid } = insert.run(window.start, caller, isGuest ? 1 : 0, cost)
        Object.assign(window, { id: Number(lastInsertRowid), inTable: cost })
      } else counts.add(window, cost)
      return isNew
    },
    prune(oldest) {
      pruneOld.run(oldest, PRUNE_ROWS)
      pruneGuests.run(mostGuests, PRUNE_ROWS)
    },
  }
}
