import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { PlimsollError } from '../errors.ts'
import { byCreation, parseKeyRecord } from './key-record.ts'
import { STATE_TABLES } from './sqlite-tables.ts'
import {
  DAY_MS,
  type Hit,
  type HitResult,
  type KeyRecord,
  MINUTE_MS,
  monthOf,
  type StateStore,
} from './state-store.ts'
import { unusable } from './unusable.ts'
import { parseUsage } from './usage-counts.ts'

/** How long a request waits for another process that is writing, before it is rejected. */
export const SQLITE_DEADLINE_MS = 500

/** Waiting is done here and not in SQLite, which would hold the whole process still. */
const RETRY_MS = 1

/** Finished windows stay this long, so that a clock set back a little finds them as it left them. */
const KEEP_MINUTES_MS = 10 * MINUTE_MS
const KEEP_DAYS_MS = 2 * DAY_MS

/** Windows are pruned once in each second of the callers' clock, this many at a time: about a millisecond. */
const PRUNE_EVERY_MS = 1_000
const PRUNE_ROWS = 500

const KEY_COLUMNS =
  'id, digest, hint, environment, plan, created_at AS createdAt, revoked_at AS revokedAt'

/**
 * State in one SQLite file, exact also with several processes on it. `:memory:` is gone when closed.
 * Throws `STORE_UNUSABLE` when the file cannot be opened or written, or comes from a newer Plimsoll. A commit survives
 * the end of the process; the last few may be lost when the machine loses power (WAL, `synchronous = NORMAL`).
 */
export function openSqliteState(file: string): StateStore {
  const db = guarded(file, () => open(file))
  const { hit, usage } = counters(db)
  const keys = keyRecords(db)
  const answer = <T>(work: () => T) => patiently(() => guarded(file, work))
  return {
    hit: (request) => answer(() => hit(request)),
    findKey: (digest) => answer(() => keys.find(digest)),
    insertKey: (record) => answer(() => keys.insert(record)),
    listKeys: () => answer(() => keys.list()),
    updateKey: (id, change) => answer(() => keys.update(id, change)),
    usage: (keyId, month) => answer(() => usage(keyId, month)),
    close: () => answer(() => void db.close()),
  }
}

function open(file: string): Database.Database {
  if (file !== ':memory:') mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  const db = new Database(file, { timeout: SQLITE_DEADLINE_MS })
  try {
    if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('journal_size_limit = 16777216')
    db.transaction(() => createTables(db)).immediate()
    db.pragma('busy_timeout = 0')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Runs inside a write transaction, so that of two processes opening a new file one creates and the other sees. */
function createTables(db: Database.Database): void {
  const current = Number(db.pragma('user_version', { simple: true }))
  if (current > STATE_TABLES.length) throw unusable('it was written by a newer Plimsoll')
  for (const step of STATE_TABLES.slice(current)) db.exec(step)
  // Written even when nothing changed: a file that may not be written is found out here and not on the first request.
  db.pragma(`user_version = ${STATE_TABLES.length}`)
}

function counters(db: Database.Database) {
  const readWindow = db
    .prepare('SELECT used FROM windows WHERE span_ms = ? AND start_ms = ? AND caller = ?')
    .pluck()
  const addToWindow = db.prepare(
    `INSERT INTO windows (span_ms, start_ms, caller, used) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET used = used + 1`,
  )
  const addToMeter = db.prepare(
    `INSERT INTO meters (key_id, month, endpoint_group, used) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET used = used + 1`,
  )
  const prune = db.prepare(
    `DELETE FROM windows WHERE (span_ms, start_ms, caller) IN (
       SELECT span_ms, start_ms, caller FROM windows WHERE span_ms = ? AND start_ms < ? LIMIT ?)`,
  )
  const readUsage = db
    .prepare<[string, string], [string, number]>(
      'SELECT endpoint_group, used FROM meters WHERE key_id = ? AND month = ?',
    )
    .raw()
  let prunedAt = Number.NaN
  const hit = db.transaction(({ caller, limits, group, keyId, now }: Hit): HitResult => {
    const minute = now - (now % MINUTE_MS)
    const day = now - (now % DAY_MS)
    const burstUsed = Number(readWindow.get(MINUTE_MS, minute, caller) ?? 0)
    const dailyUsed = Number(readWindow.get(DAY_MS, day, caller) ?? 0)
    if (burstUsed >= limits.burst || dailyUsed >= limits.daily) {
      return { admitted: false, burstUsed, dailyUsed }
    }
    addToWindow.run(MINUTE_MS, minute, caller)
    addToWindow.run(DAY_MS, day, caller)
    if (keyId !== null) addToMeter.run(keyId, monthOf(now), group)
    const turn = Math.floor(now / PRUNE_EVERY_MS)
    if (turn !== prunedAt) {
      prunedAt = turn
      prune.run(MINUTE_MS, minute - KEEP_MINUTES_MS, PRUNE_ROWS)
      prune.run(DAY_MS, day - KEEP_DAYS_MS, PRUNE_ROWS)
    }
    return { admitted: true, burstUsed: burstUsed + 1, dailyUsed: dailyUsed + 1 }
  })
  return {
    hit: (request: Hit) => hit.immediate(request),
    usage: (keyId: string, month: string) => {
      const counts = parseUsage(readUsage.all(keyId, month))
      if (!counts) throw unusable('a meter in it is damaged')
      return counts
    },
  }
}

function keyRecords(db: Database.Database) {
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
  return {
    find: (digest: string) => recordOf(find.get(digest)),
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

/** Runs `work` again and again while another process is writing, until the deadline; others may run in between. */
async function patiently<T>(work: () => T): Promise<T> {
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (late || !isBusy(error)) throw error
      }
      timer ??= setTimeout(() => {
        late = true
      }, SQLITE_DEADLINE_MS)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  } finally {
    clearTimeout(timer)
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')
}

/** Runs `work` and turns what SQLite or the file system threw into one sentence. */
function guarded<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw unusable(`${explain(code)} (${file})`, error)
  }
}

function explain(code: string): string {
  if (code.startsWith('SQLITE_BUSY'))
    return `another process held it for over ${SQLITE_DEADLINE_MS} ms`
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS')
    return 'it may not be written'
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return 'the disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'the disk refused to read or write'
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'it already holds a key with this id or digest'
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return 'it is damaged or not a state file'
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOENT') return 'it cannot be opened'
  return 'an unknown fault'
}
