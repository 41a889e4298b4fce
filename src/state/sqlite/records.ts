import type Database from 'better-sqlite3'
import { decodeKey, keyName } from '../key-record.ts'
import type { RecordWrite, StoredRecord, WriteOptions } from '../records/record-store.ts'
import type { KeyRecord } from '../state-store.ts'
import { fileMemory } from './memory.ts'

/** Records that ended are deleted when others are written, so many at a time. */
const PRUNE_ROWS = 500

/** Sorts after every other letter of a name. */
const LAST = '\uffff'

/** A record that has another text after each change of a key. */
const KEY_CHANGES = 'key-changes'

/** The table of records. `findKeys` looks up all digests in one transaction; `write` is to run in one. */
export function recordTable(db: Database.Database) {
  const find = db.prepare<[string], string>('SELECT text FROM records WHERE name = ?').pluck()
  const list = db
    .prepare<[string, string, number], string>(
      'SELECT name FROM records WHERE name > ? AND name < ? ORDER BY name LIMIT ?',
    )
    .pluck()
  const put = db.prepare(
    `INSERT INTO records (name, text, until_ms) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET text = excluded.text, until_ms = excluded.until_ms`,
  )
  const remove = db.prepare('DELETE FROM records WHERE name = ?')
  const prune = db.prepare(
    'DELETE FROM records WHERE name IN (SELECT name FROM records WHERE until_ms < ? LIMIT ?)',
  )
  const keys = fileMemory<KeyRecord>(db)

  function findKey(digest: string): KeyRecord | null {
    const known = keys.get(digest)
    if (known) return known
    const text = find.get(keyName(digest))
    if (text === undefined) return null
    const record = decodeKey(text)
    keys.set(digest, record)
    return record
  }
  let seen = { version: -1, changes: '' }

  /** Other processes write counters all the time, and keys hardly ever. */
  function forgetChanged(): void {
    const version = keys.check()
    if (version === seen.version) return
    const changes = find.get(KEY_CHANGES) ?? ''
    if (changes !== seen.changes) keys.forget()
    seen = { version, changes }
  }

  const findKeys = db.transaction((digests: readonly string[]) => {
    forgetChanged()
    return digests.map(findKey)
  })

  return {
    findKeys: (digests: readonly string[]) => findKeys(digests),
    /** The text of a record is its version. */
    read: (names: readonly string[]): (StoredRecord | null)[] =>
      names.map((name) => {
        const text = find.get(name)
        return text === undefined ? null : { text, version: text }
      }),
    list: (prefix: string, { after, most }: { after: string | null; most: number }): string[] =>
      list.all(after ?? prefix, `${prefix}${LAST}`, most),
    write(writes: readonly RecordWrite[], { now }: WriteOptions): boolean {
      const isUnchanged = ({ name, version }: RecordWrite) =>
        version === undefined || (find.get(name) ?? null) === version
      if (!writes.every(isUnchanged)) return false
      if (writes.some(({ name }) => name.startsWith(keyName('')))) {
        keys.forget()
        put.run(KEY_CHANGES, crypto.randomUUID(), null)
      }
      if (now !== undefined) prune.run(now, PRUNE_ROWS)
      for (const { name, text, until = null } of writes) {
        if (text === null) remove.run(name)
        else put.run(name, text, until)
      }
      return true
    },
  }
}
