import type Database from 'better-sqlite3'

/** Rows kept; the oldest makes room. */
const MAX_REMEMBERED = 10_000

/** What was read of the file or written to it, for as long as nobody else writes to it. */
export interface FileMemory<Value> {
  /** To be called first in each transaction: forgets everything when another connection wrote since the last one. */
  check(): void
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  forget(): void
}

/** A memory that is as true as the file itself, also with several processes on it (`PRAGMA data_version`). */
export function fileMemory<Value>(db: Database.Database): FileMemory<Value> {
  const readVersion = db.prepare('PRAGMA data_version').pluck()
  const values = new Map<string, Value>()
  let seen: unknown
  return {
    check() {
      const version = readVersion.get()
      if (version !== seen) values.clear()
      seen = version
    },
    get: (name) => values.get(name),
    set(name, value) {
      const [oldest] = values.size >= MAX_REMEMBERED ? values.keys() : []
      if (oldest !== undefined) values.delete(oldest)
      values.set(name, value)
    },
    forget: () => values.clear(),
  }
}
