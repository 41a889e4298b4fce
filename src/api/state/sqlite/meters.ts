import type Database from 'better-sqlite3'
import type { UsageCounts } from '../state-store.ts'
import { monthOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { parseUsage } from '../usage-counts.ts'
import type { RowId } from './windows.ts'

/** Rows of a key's meters in one month, by endpoint group. */
export type MeterRows = Map<string, RowId>

export interface MeterTable {
  /** Counts one request in the month of `day` (milliseconds since 1970), and adds a new row to `rows`. */
  count(rows: MeterRows, keyId: string, day: number, group: string): void
  /** Counts of a month, written `YYYY-MM`. */
  read(keyId: string, month: string): UsageCounts
}

/** The monthly usage of keys. */
export function meterTable(db: Database.Database): MeterTable {
  const start = db
    .prepare<[string, string, string], number>(
      `INSERT INTO meters (key_id, month, endpoint_group, used) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET used = used + 1 RETURNING id`,
    )
    .pluck()
  const add = db.prepare('UPDATE meters SET used = used + 1 WHERE id = ?')
  const readUsage = db
    .prepare<[string, string], [string, number]>(
      'SELECT endpoint_group, used FROM meters WHERE key_id = ? AND month = ?',
    )
    .raw()
  let month = { day: Number.NaN, name: '' }
  return {
    count(rows, keyId, day, group) {
      const known = rows.get(group)
      if (known !== undefined) {
        add.run(known)
        return
      }
      if (day !== month.day) month = { day, name: monthOf(day) }
      const rowId = start.get(keyId, month.name, group)
      if (rowId !== undefined) rows.set(group, rowId)
    },
    read(keyId, name) {
      const counts = parseUsage(readUsage.all(keyId, name))
      if (!counts) throw unusable('a meter in it is damaged')
      return counts
    },
  }
}
