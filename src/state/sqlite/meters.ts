import type Database from 'better-sqlite3'
import type { DayUsage } from '../state-store.ts'
import { dayOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { parseDays } from '../usage-counts.ts'
import type { RowId } from './windows.ts'

/** Rows of an owner's meters on one day, by name. */
export type MeterRows = Map<string, RowId>

export interface MeterTable {
  /** Counts one request on the day that starts at `day` (milliseconds since 1970), and adds a new row to `rows`. */
  count(rows: MeterRows, owner: string, day: number, name: string): void
  /** Usage in a month, written `YYYY-MM`. */
  read(owner: string, month: string): DayUsage[]
  remove(owner: string): void
}

/** The daily usage of accounts and keys. */
export function meterTable(db: Database.Database): MeterTable {
  const start = db
    .prepare<[string, string, string], number>(
      `INSERT INTO meters (owner, day, name, used) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET used = used + 1 RETURNING id`,
    )
    .pluck()
  // The id of a row that another process deleted may be another's.
  const add = db.prepare(
    'UPDATE meters SET used = used + 1 WHERE id = ? AND owner = ? AND day = ? AND name = ?',
  )
  const read = db
    .prepare<[string, string, string], [string, string, number]>(
      'SELECT day, name, used FROM meters WHERE owner = ? AND (day = ? OR day GLOB ?)',
    )
    .raw()
  const remove = db.prepare('DELETE FROM meters WHERE owner = ?')
  let last = { start: Number.NaN, name: '' }
  return {
    count(rows, owner, day, name) {
      if (day !== last.start) last = { start: day, name: dayOf(day) }
      const known = rows.get(name)
      if (known !== undefined && add.run(known, owner, last.name, name).changes === 1) return
      const rowId = start.get(owner, last.name, name)
      if (rowId !== undefined) rows.set(name, rowId)
    },
    remove: (owner) => void remove.run(owner),
    read(owner, month) {
      const rows = read.all(owner, month, `${month}-*`)
      const days = parseDays(
        rows.map(([day, name, used]) => [day === month ? null : day, name, used]),
      )
      if (!days) throw unusable('a meter in it is damaged')
      return days
    },
  }
}
