import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { PlimsollError } from '../domain/errors.ts'
import { type Store, storeError } from './open.ts'

/** How long a process waits for another one to let go, or to write its name. */
const WAIT_MS = 500

/** Kept, so that the garbage collector closes none of them. */
const held = new Set<Store>()

/** The process that uses a folder or a file. */
interface Holder {
  pid: number
  activity: string
  /** An ISO 8601 instant. */
  since: string
}

/**
 * Locks a folder or a file for this process, until the returned function is called. `activity` says what it does, such as `build`.
 * The lock is one of SQLite's on a file beside the target, so the system lets go of it when the process ends, however it ends.
 * `kind` separates a long session, such as `dev`, and the builds that it starts on the same folder.
 * Throws `BUSY`, which names the other process, and `STORE_UNUSABLE` when the file cannot be written.
 */
export function takeLock(
  target: string,
  activity: string,
  kind: 'lock' | 'session' = 'lock',
): () => void {
  const mine = { pid: process.pid, activity, since: new Date().toISOString() }
  let db: Store | undefined
  try {
    const own = new Database(lockFileOf(target, kind), { timeout: WAIT_MS })
    db = own
    const holder = hold(own, mine)
    if (holder !== mine) throw busy(target, holder)
    held.add(own)
    return () => {
      held.delete(own)
      own.close()
    }
  } catch (error) {
    db?.close()
    throw storeError(error, target, `The lock beside ${target}`)
  }
}

/** Beside the target, under the name that all paths to it share. */
function lockFileOf(target: string, kind: string): string {
  const full = path.resolve(target)
  const folder = path.dirname(full)
  mkdirSync(folder, { recursive: true })
  return path.join(realpathSync(folder), `${path.basename(full)}.${kind}`)
}

/** Takes the lock: returns `mine`, or the process that has it. */
function hold(db: Store, mine: Holder): Holder | undefined {
  try {
    db.transaction(() => {
      db.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER, activity TEXT, since TEXT)')
      db.exec('DELETE FROM holder')
      db.prepare('INSERT INTO holder VALUES (@pid, @activity, @since)').run(mine)
    }).immediate()
    // The name above had to be committed to be readable. Another process may have come in between.
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (!isBusy(error)) throw error
    return readHolder(db)
  }
  const holder = readHolder(db)
  return holder?.pid === mine.pid && holder.since === mine.since ? mine : holder
}

function readHolder(db: Store): Holder | undefined {
  return db.prepare<[], Holder>('SELECT pid, activity, since FROM holder').get()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

function busy(target: string, holder: Holder | undefined): PlimsollError {
  const since = holder?.since.slice(0, 16).replace('T', ' ')
  const who = holder
    ? `Another ${holder.activity} (process ${holder.pid}, since ${since} UTC)`
    : 'Another process'
  return new PlimsollError('BUSY', `${who} uses ${target}. Try again when it has finished.`)
}
