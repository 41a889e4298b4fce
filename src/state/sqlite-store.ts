import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { perTurn } from './per-turn.ts'
import { counters } from './sqlite-counters.ts'
import { guarded, isBusy, patiently, SQLITE_DEADLINE_MS } from './sqlite-faults.ts'
import { keyRecords } from './sqlite-keys.ts'
import { STATE_TABLES } from './sqlite-tables.ts'
import type { Hit, StateStore } from './state-store.ts'
import { unusable } from './unusable.ts'

/**
 * State in one SQLite file, exact also with several processes on it. `:memory:` is gone when closed.
 * Throws `STORE_UNUSABLE` when the file cannot be opened or written, or comes from a newer Plimsoll. Requests of one turn of
 * the event loop share a commit, and each resolves after it. A commit survives the end of the process; the last few, so a
 * few counted requests, may be lost when the machine loses power (WAL, `synchronous = NORMAL`).
 */
export function openSqliteState(file: string): StateStore {
  const db = guarded(file, () => open(file))
  const { hitAll, usage } = counters(db)
  const keys = keyRecords(db)
  const answer = <T>(work: () => T) => patiently(() => guarded(file, work))
  const hits = perTurn((asked: readonly Hit[]) => answer(() => hitAll(asked)), isBusy)
  const lookUps = perTurn((asked: readonly string[]) => answer(() => keys.findAll(asked)), isBusy)
  return {
    hit: hits.ask,
    findKey(digest) {
      const found = lookUps.ask(digest)
      // Who looks a key up counts a request next, which so need not wait for another turn.
      hits.expect()
      return found
    },
    insertKey: (record) => answer(() => keys.insert(record)),
    listKeys: () => answer(() => keys.list()),
    updateKey: (id, change) => answer(() => keys.update(id, change)),
    usage: (keyId, month) => answer(() => usage(keyId, month)),
    close: async () => {
      await hits.settled()
      await lookUps.settled()
      await answer(() => void db.close())
    },
  }
}

function open(file: string): Database.Database {
  if (file !== ':memory:') mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  const db = new Database(file, { timeout: SQLITE_DEADLINE_MS })
  try {
    if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // Each checkpoint waits for the disk, so there is one for 16 MB of counting and not, as SQLite has it, for 4.
    db.pragma('wal_autocheckpoint = 4000')
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
