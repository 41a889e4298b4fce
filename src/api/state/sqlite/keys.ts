import type Database from 'better-sqlite3'
import { byCreation, parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { fileMemory } from './memory.ts'

const KEY_COLUMNS =
  'id, digest, hint, environment, plan, created_at AS createdAt, revoked_at AS revokedAt'

/** Key records. `findAll` looks up all digests in one transaction. */
export function keyRecords(db: Database.Database) {
  const find = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE digest = ?`)
  const findById = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`)
  const list = db.prepare(`SELECT ${KEY_COLUMNS} FROM api_keys`)
  const insert = db.prepare(
    `INSERT INTO api_keys (id, digest, hint, environment, plan, created_at, revoked_at)
     VALUES (@id, @digest, @hint, @environment, @plan, @createdAt, @revokedAt)`,
  )
  const update = db.prepare(
    `UPDATE api_keys SET plan = coalesce(@plan, plan), revoked_at = coalesce(@revokedAt, revoked_at) WHERE id = @id`,
  )
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
    list: () =>
      list
        .all()
        .flatMap((row) => recordOf(row) ?? [])
        .sort(byCreation),
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

function recordOf(row: unknown): KeyRecord | null {
  if (row === undefined) return null
  const record = parseKeyRecord(row)
  if (!record) throw unusable('a key record in it is damaged')
  return record
}
