import type Database from 'better-sqlite3'

/**
 * Most rows of callers without a key in a table of windows; the oldest are deleted first. Keeps the file below about 40 MB,
 * however many addresses send requests.
 */
const MAX_GUESTS = 100_000

/** Rows deleted at a time: takes about a millisecond, and is more than are added in between. */
const PRUNE_ROWS = 500

export type RowId = number | bigint

/** A window in the file. It has no row until something is counted in it. */
export interface WindowRow {
  start: number
  rowId: RowId | null
  used: number
}

export interface WindowTable {
  read(start: number, caller: string): WindowRow
  /** Reads its count again. False when it had no row, or has another one. */
  renew(window: WindowRow, caller: string): boolean
  /** Counts in the memory; `write` is to follow in the same transaction. True when it had to add a row. */
  count(window: WindowRow, caller: string, isGuest: boolean, cost: number): boolean
  /** Writes all that was counted, by one statement: each has a price of its own. */
  write(): void
  /** Drops what was counted and not written. */
  forget(): void
  /** Deletes windows that began before `oldest`, and guests beyond the maximum. True when it deleted any. */
  prune(oldest: number): boolean
}

/** The table of one kind of window. */
export function windowTable(
  db: Database.Database,
  table: 'minutes' | 'days',
  mostGuests: number = MAX_GUESTS,
): WindowTable {
  const read = db
    .prepare<[number, string], [number, number]>(
      `SELECT id, used FROM ${table} WHERE start_ms = ? AND caller = ?`,
    )
    .raw()
  // By its id, which is faster; of a row that was deleted it may be another's.
  const readAgain = db
    .prepare<[RowId, number, string], number>(
      `SELECT used FROM ${table} WHERE id = ? AND start_ms = ? AND caller = ?`,
    )
    .pluck()
  const insert = db.prepare(
    `INSERT INTO ${table} (start_ms, caller, is_guest, used) VALUES (?, ?, ?, ?)`,
  )
  const update = db.prepare(
    `UPDATE ${table} SET used = counted.value FROM json_each(?) AS counted
     WHERE ${table}.id = CAST(counted.key AS INTEGER)`,
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
  let counted: Record<string, number> = {}
  const forget = () => {
    counted = {}
  }
  return {
    read(start, caller) {
      const [rowId = null, used = 0] = read.get(start, caller) ?? []
      return { start, rowId, used: counted[String(rowId)] ?? used }
    },
    renew(window, caller) {
      const { rowId, start } = window
      const used = rowId === null ? undefined : readAgain.get(rowId, start, caller)
      if (used !== undefined) window.used = used
      return used !== undefined
    },
    count(window, caller, isGuest, cost) {
      window.used += cost
      const isNew = window.rowId === null
      window.rowId ??= insert.run(window.start, caller, isGuest ? 1 : 0, cost).lastInsertRowid
      if (!isNew) counted[String(window.rowId)] = window.used
      return isNew
    },
    write() {
      update.run(JSON.stringify(counted))
      forget()
    },
    forget,
    prune(oldest) {
      const { changes: old } = pruneOld.run(oldest, PRUNE_ROWS)
      return old + pruneGuests.run(mostGuests, PRUNE_ROWS).changes > 0
    },
  }
}
