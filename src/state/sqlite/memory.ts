import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

const MAX_ROWS = 10_000

/** Rows read from the file or written to it, until another connection writes to it. */
export interface FileMemory<Value extends object> {
  /** Call it first in each transaction: forgets everything when another connection has written since the last one. */
  check(): void
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  forget(): void
}

/** A cache of rows that is always current, also with several processes on the file (`PRAGMA data_version`). */
export function fileMemory<Value extends object>(db: Database.Database): FileMemory<Value> {
  const readVersion = db.prepare('PRAGMA data_version').pluck()
  const values = new LRUCache<string, Value>({ max: MAX_ROWS })
  let seen: unknown
  return {
    check() {
      const version = readVersion.get()
      if (version !== seen) values.clear()
      seen = version
    },
    get: (name) => values.get(name),
    set(name, value) {
      values.set(name, value)
    },
    forget: () => values.clear(),
  }
}
