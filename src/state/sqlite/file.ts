import { createHash } from 'node:crypto'
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from '../make-folder.ts'
import { unusable } from '../unusable.ts'
import { isDiskFull, SQLITE_DEADLINE_MS } from './faults.ts'
import { keepReserve, spendReserve } from './reserve.ts'
import { FIRST_VERSION, STATE_TABLES } from './tables.ts'

/** A database that is lost when it is closed. */
export const IN_MEMORY = ':memory:'

const OTHERS_MAY_READ = 0o007

const NEWEST_VERSION = FIRST_VERSION + STATE_TABLES.length - 1

/** 16 MB. A larger file that is mostly empty is compacted when it is opened. */
const PACKED_PAGES = 4_000

/** Opens the state file, readable by its owner only, and migrates its tables. */
export function openStateFile(file: string): Database.Database {
  if (file === IN_MEMORY) return open(file)
  makeFolder(path.dirname(path.resolve(file)), 0o700)
  closeToOthers(file)
  let db: Database.Database
  try {
    db = open(file)
  } catch (error) {
    if (!isDiskFull(error) || !spendReserve(file)) throw error
    db = open(file)
  }
  pack(db)
  keepReserve(file)
  return db
}

/** Identifies the file behind a name, to notice when it is replaced; null when there is none. */
export function identityOf(file: string): string | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino}` : null
}

/** SQLite gives its companion files the mode of the main file. */
function closeToOthers(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0
      if (mode & OTHERS_MAY_READ) chmodSync(name, 0o600)
    }
  } catch {
    // SQLite reports the fault when it opens the file.
  }
}

function open(file: string): Database.Database {
  const db = new Database(file, { timeout: SQLITE_DEADLINE_MS })
  try {
    if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // Each checkpoint waits for the disk, so one for every 16 MB instead of SQLite's 4.
    db.pragma('wal_autocheckpoint = 4000')
    db.pragma('journal_size_limit = 16777216')
    // What is deleted, such as an account, is overwritten in the file.
    db.pragma('secure_delete = ON')
    prepareTables(db)
    db.pragma('busy_timeout = 0')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** In a write transaction, so that only one of two processes creates the tables of a new file. */
function prepareTables(db: Database.Database): void {
  try {
    db.transaction(() => createTables(db)).immediate()
  } catch (error) {
    // A current file on a full disk can be read, and written again when there is room.
    const isCurrent = Number(db.pragma('user_version', { simple: true })) === NEWEST_VERSION
    if (!isDiskFull(error) || !isCurrent) throw error
  }
}

function createTables(db: Database.Database): void {
  const current = Number(db.pragma('user_version', { simple: true }))
  if (current > NEWEST_VERSION) throw unusable('it was written by a newer Plimsoll')
  if (current > 0 && current < FIRST_VERSION) {
    throw unusable('it is of a time before version 0.1.0, which opens it once')
  }
  // For the names in the table of records.
  db.function('sha256', (name) => createHash('sha256').update(String(name)).digest('hex'))
  for (const step of STATE_TABLES.slice(Math.max(0, current - FIRST_VERSION + 1))) db.exec(step)
  // Written even without a change, so that a read-only file fails here and not on the first request.
  db.pragma(`user_version = ${NEWEST_VERSION}`)
}

/** Overwrites what was deleted in the log of the file too. Left to the next checkpoint while another process is reading or writing. */
export function clearLog(db: Database.Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}

/** Returns the space of deleted rows to the disk. Skipped while another process is writing or the disk is full. */
function pack(db: Database.Database): void {
  const pages = Number(db.pragma('page_count', { simple: true }))
  const empty = Number(db.pragma('freelist_count', { simple: true }))
  if (pages < PACKED_PAGES || empty < pages / 2) return
  try {
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}
