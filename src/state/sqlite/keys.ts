import type Database from 'better-sqlite3'
import { byCreation, parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { fileMemory } from './memory.ts'

const KEY_COLUMNS =
  'id, digest, hint, environment, plan, account_id AS accountId, name, created_at AS createdAt, revoked_at AS revokedAt'

export type SqliteKeys = ReturnType<typeof keyRecords>

/** Key records. `findAll` looks up all digests in one transaction. */
export function keyRecords(db: Database.Database) {
  const find = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE digest = ?`)
  const findById = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`)
  const list = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys`)
  const insert = db.prepare(
    `INSERT INTO api_keys (id, digest, hint, environment, plan, account_id, name, created_at, revoked_at)
     VALUES (@id, @digest, @hint, @environment, @plan, @accountId, @name, @createdAt, @revokedAt)`,
  )
  const update = db.prepare(
    `UPDATE api_keys SET plan = coalesce(@plan, plan), revoked_at = coalesce(@revokedAt, revoked_at) WHERE id = @id`,
  )
  const listOf = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE account_id = ?`)
  const countWorking = db
    .prepare<[string], number>(
      'SELECT count(*) FROM api_keys WHERE account_id = ? AND revoked_at IS NULL',
    )
    .pluck()
  const grantAll = db.prepare('UPDATE api_keys SET plan = ? WHERE account_id = ?')
  const removeAll = db.prepare('DELETE FROM api_keys WHERE account_id = ?')
  const memory = fileMemory<KeyRecord>(db)

  function findOne(digest: string): KeyRecord | null {
    const known = memory.get(digest)
    if (known) return known
    const record = recordOf(find.get(digest))
    if (record) memory.set(digest, record)
    return record
  }

  const findAll = db.transaction((digests: readonly string[]) => {
    memory.check()
    return digests.map(findOne)
  })
  return {
    findAll: (digests: readonly string[]) => findAll(digests),
    insert: (record: KeyRecord) => void insert.run(record),
    list: () => recordsOf(list.all()),
    listOf: (accountId: string) => recordsOf(listOf.all(accountId)),
    /** Call it in a transaction. */
    working: (accountId: string) => countWorking.get(accountId) ?? 0,
    grantAll(accountId: string, plan: string): void {
      memory.forget()
      grantAll.run(plan, accountId)
    },
    removeAll(accountId: string): void {
      memory.forget()
      removeAll.run(accountId)
    },
    update: (
      id: string,
      { plan = null, revokedAt = null }: { plan?: string | null; revokedAt?: string | null },
    ) => {
      memory.forget()
      update.run({ id, plan, revokedAt })
      return recordOf(findById.get(id))
    },
  }
}

function recordsOf(rows: unknown[]): KeyRecord[] {
  return rows.flatMap((row) => recordOf(row) ?? []).sort(byCreation)
}

function recordOf(row: unknown): KeyRecord | null {
  if (row === undefined) return null
  const record = parseKeyRecord(row)
  if (!record) throw unusable('a key record in it is damaged')
  return record
}
