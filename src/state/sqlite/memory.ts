import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

const MAX_ROWS = 10_000

/** Rows read from the file or written to it. */
export interface FileMemory<Value extends object> {
  /** Call it first in each transaction. Returns another number when another connection has written since: what is kept may be old then. */
  check(): number
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  forget(): void
}

/** A cache of rows, also with several processes on the file (`PRAGMA data_version`). */
export function fileMemory<Value extends object>(db: Database.Database): FileMemory<Value> {
  const readVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  const values = new LRUCache<string, Value>({ max: MAX_ROWS })
  return {
    check: () => readVersion.get() ?? 0,
    get: (name) => values.get(name),
    set(name, value) {
      values.set(name, value)
    },
    forget: () => values.clear(),
  }
}
