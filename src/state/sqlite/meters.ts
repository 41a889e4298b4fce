import type Database from 'better-sqlite3'
import type { DayUsage } from '../state-store.ts'
import { dayOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { parseDays } from '../usage-counts.ts'

export interface MeterTable {
  /** Counts one request on the day that starts at `day` (milliseconds since 1970); `write` is to follow in the same transaction. */
  count(owner: string, day: number, name: string): void
  /** Writes all that was counted, by one statement. */
  write(): void
  /** Drops what was counted and not written. */
  forget(): void
  /** Usage in a month, written `YYYY-MM`. */
  read(owner: string, month: string): DayUsage[]
  remove(owner: string): void
}

/** The daily usage of accounts and keys. */
export function meterTable(db: Database.Database): MeterTable {
  const add = db.prepare(
    `INSERT INTO meters (owner, day, name, used)
     SELECT value ->> 0, value ->> 1, value ->> 2, 1 FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET used = used + 1`,
  )
  const read = db
    .prepare<[string, string, string], [string, string, number]>(
      'SELECT day, name, used FROM meters WHERE owner = ? AND (day = ? OR day GLOB ?)',
    )
    .raw()
  const remove = db.prepare('DELETE FROM meters WHERE owner = ?')
  let last = { start: Number.NaN, name: '' }
  let counted: [owner: string, day: string, name: string][] = []
  const forget = () => {
    counted = []
  }
  return {
    count(owner, day, name) {
      if (day !== last.start) last = { start: day, name: dayOf(day) }
      counted.push([owner, last.name, name])
    },
    write() {
      if (counted.length > 0) add.run(JSON.stringify(counted))
      forget()
    },
    forget,
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
