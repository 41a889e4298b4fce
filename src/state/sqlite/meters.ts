import type Database from 'better-sqlite3'
import type { DayUsage } from '../state-store.ts'
import { dayOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { parseDays } from '../usage-counts.ts'
import type { CountRow, Counts } from './count-log.ts'

export interface MeterTable {
  /** A count of the day that starts at `day` (milliseconds since 1970). It has no row until something is counted. */
  find(owner: string, day: number, name: string): MeterRow
  /** Counts one request. */
  count(meter: MeterRow): void
  /** Usage in a month, written `YYYY-MM`. */
  read(owner: string, month: string): DayUsage[]
  remove(owner: string): void
}

export interface MeterRow extends CountRow {
  key: [owner: string, day: string, name: string]
}

/** The daily usage of accounts and keys, whose counts go through the log. */
export function meterTable(db: Database.Database, counts: Counts): MeterTable {
  const find = db
    .prepare<MeterRow['key'], [number, number]>(
      'SELECT id, used FROM meters WHERE owner = ? AND day = ? AND name = ?',
    )
    .raw()
  const insert = db.prepare<MeterRow['key']>(
    'INSERT INTO meters (owner, day, name, used) VALUES (?, ?, ?, 1)',
  )
  const read = db
    .prepare<[string, string, string], [string, string, number, number]>(
      'SELECT day, name, id, used FROM meters WHERE owner = ? AND (day = ? OR day GLOB ?)',
    )
    .raw()
  const remove = db.prepare('DELETE FROM meters WHERE owner = ?')
  return {
    find(owner, day, name) {
      const key: MeterRow['key'] = [owner, dayOf(day), name]
      const [id = null, inTable = 0] = find.get(...key) ?? []
      return { key, id, inTable }
    },
    count(meter) {
      if (meter.id === null) {
        const { lastInsertRowid } = insert.run(...meter.key)
        Object.assign(meter, { id: Number(lastInsertRowid), inTable: 1 })
      } else counts.add(meter, 1)
    },
    remove: (owner) => void remove.run(owner),
    read(owner, month) {
      const days = parseDays(
        read
          .all(owner, month, `${month}-*`)
          .map(([day, name, id, inTable]) => [
            day === month ? null : day,
            name,
            counts.used({ id, inTable }),
          ]),
      )
      if (!days) throw unusable('a meter in it is damaged')
      return days
    },
  }
}
