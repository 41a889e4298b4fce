import type Database from 'better-sqlite3'
import { unusable } from '../unusable.ts'

/** A row that counts, as it was read from its table. */
export interface CountRow {
  /** Null until it is in the file. */
  id: number | null
  /** Its count in the table, which the log may have a newer one of. */
  inTable: number
}

/** The counts of one table. */
export interface Counts {
  /** The present count of a row. */
  used(row: CountRow): number
  /** Adds to a row that is in the file; `write` of the log is to follow in the same transaction. */
  add(row: CountRow, cost: number): void
}

/**
 * A log of counts. To change the rows of many callers, SQLite writes many pages with each commit, and other processes read these again after
 * it. A row of the log has the counts of one commit, and is all that others have to read. Its ids ascend; a row without changes marks
 * where the counts went to their tables, so that a process that has read less notices.
 */
export function countLog(db: Database.Database) {
  const read = db
    .prepare<[number], [number, string | null]>(
      'SELECT id, changes FROM count_log WHERE id > ? ORDER BY id',
    )
    .raw()
  const append = db.prepare('INSERT INTO count_log (id, changes) VALUES (?, ?)')
  const clear = db.prepare('DELETE FROM count_log')
  const minutes = loggedTable(db, 'minutes')
  const days = loggedTable(db, 'days')
  const meters = loggedTable(db, 'meters')
  const tables = [minutes, days, meters]
  /** The id of the last row that was read or written. */
  let seen = 0
  /** How many rows the log has. */
  let length = 0

  function apply([id, changes]: readonly [number, string | null]): void {
    seen = id
    length += 1
    for (const [index, counts] of parse(changes).entries()) tables[index]?.apply(counts)
  }

  function addRow(changes: string | null): void {
    append.run(seen + 1, changes)
    seen += 1
    length += 1
  }

  /** Drops what is known of the log; `catchUp` reads it again. */
  function forget(): void {
    for (const table of tables) table.forget()
    seen = 0
    length = 0
  }

  return {
    minutes: minutes as Counts,
    days: days as Counts,
    meters: meters as Counts,
    /**
     * Reads what other processes counted; call it first in each transaction. 'folded' when counts went to the tables, where rows
     * may have been deleted too: those that were read before have to be read again.
     */
    catchUp(): 'same' | 'counted' | 'folded' {
      const rows = read.all(seen)
      const isFolded = rows.some(([, changes]) => changes === null)
      if (isFolded) forget()
      for (const row of isFolded ? read.all(seen) : rows) apply(row)
      if (isFolded) return 'folded'
      return rows.length > 0 ? 'counted' : 'same'
    },
    /** Writes all that was counted, as one row. Returns how many rows the log has. */
    write(): number {
      const changes = tables.map((table) => table.takeCounted())
      if (changes.some((counts) => counts.length > 0)) addRow(JSON.stringify(changes))
      return length
    },
    /** Moves the counts to their tables. All rows have to be read again. */
    fold(): void {
      for (const table of tables) table.fold()
      clear.run()
      length = 0
      addRow(null)
    },
    forget,
  }
}

function loggedTable(db: Database.Database, table: 'minutes' | 'days' | 'meters') {
  const update = db.prepare(
    `UPDATE ${table} SET used = logged.value FROM json_each(?) AS logged
     WHERE ${table}.id = CAST(logged.key AS INTEGER)`,
  )
  /** Counts by row id. */
  const logged = new Map<number, number>()
  /** Row ids, each followed by its count. */
  let counted: number[] = []
  const forget = () => {
    logged.clear()
    counted = []
  }
  const used = ({ id, inTable }: CountRow) => logged.get(id ?? 0) ?? inTable
  return {
    used,
    add(row: CountRow, cost: number) {
      if (row.id === null) return
      const count = used(row) + cost
      logged.set(row.id, count)
      counted.push(row.id, count)
    },
    apply(counts: readonly number[]) {
      for (let at = 0; at < counts.length; at += 2) logged.set(counts[at] ?? 0, counts[at + 1] ?? 0)
    },
    /** What was counted since the last call. */
    takeCounted() {
      const taken = counted
      counted = []
      return taken
    },
    fold() {
      update.run(JSON.stringify(Object.fromEntries(logged)))
      forget()
    },
    forget,
  }
}

function parse(changes: string | null): number[][] {
  try {
    return changes === null ? [] : JSON.parse(changes)
  } catch (error) {
    throw unusable('its log of counts is damaged', error)
  }
}
