import type Database from 'better-sqlite3'
import { parseSession } from '../account-records.ts'
import type { SessionRecord } from '../account-store.ts'

/** Rows that end are deleted when one is added, so many at a time. */
const PRUNE_ROWS = 500

/** Sessions, names that were spent, and the mark of the secret. */
export function sessionTables(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO sessions (digest, account_id, created_at, expires_at)
     VALUES (@digest, @accountId, @createdAt, @expiresAt)`,
  )
  const prune = db.prepare(
    'DELETE FROM sessions WHERE rowid IN (SELECT rowid FROM sessions WHERE expires_at <= ? LIMIT ?)',
  )
  const trim = db.prepare(
    `DELETE FROM sessions WHERE account_id = @accountId AND digest NOT IN (
       SELECT digest FROM sessions WHERE account_id = @accountId
       ORDER BY digest = @digest DESC, expires_at DESC, created_at DESC LIMIT @most)`,
  )
  const find = db.prepare(
    `SELECT digest, account_id AS accountId, created_at AS createdAt, expires_at AS expiresAt
     FROM sessions WHERE digest = ?`,
  )
  const remove = db.prepare('DELETE FROM sessions WHERE digest = ?')
  const removeAll = db.prepare('DELETE FROM sessions WHERE account_id = ?')
  const spend = db.prepare(
    'INSERT INTO spent (name, until_ms) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const forget = db.prepare(
    'DELETE FROM spent WHERE rowid IN (SELECT rowid FROM spent WHERE until_ms < ? LIMIT ?)',
  )
  const mark = db.prepare('INSERT INTO marks (name, mark) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const readMark = db.prepare<[string], string>('SELECT mark FROM marks WHERE name = ?').pluck()
  return {
    insert(record: SessionRecord, most: number): void {
      prune.run(record.createdAt, PRUNE_ROWS)
      insert.run(record)
      trim.run({ ...record, most })
    },
    find(digest: string, now: number): SessionRecord | null {
      const row = find.get(digest)
      return row === undefined ? null : parseSession(row, now)
    },
    remove: (digest: string) => void remove.run(digest),
    removeAll: (accountId: string) => void removeAll.run(accountId),
    spend(name: string, until: number, now: number): boolean {
      forget.run(now, PRUNE_ROWS)
      return spend.run(name, until).changes === 1
    },
    markSecret(text: string): string {
      const known = readMark.get(SECRET)
      if (known !== undefined) return known
      mark.run(SECRET, text)
      return readMark.get(SECRET) ?? text
    },
  }
}

const SECRET = 'secret'
