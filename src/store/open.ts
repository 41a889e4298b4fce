import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { PlimsollError } from '../domain/errors.ts'

export type Store = Database.Database

const MIGRATIONS = new URL('./migrations/', import.meta.url)

const names = new WeakMap<Store, string>()

/** The name of a store in error messages: its file, or the name given to `openStore`. */
export function storeName(store: Store): string {
  return names.get(store) ?? store.name
}

const IN_MEMORY = ':memory:'

/** A store without rows, once one was opened in memory: its tables are made once a process. */
let empty: Buffer | undefined

/** How long a second writer waits for the first. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens the store and migrates its tables. `:memory:` opens a temporary store. `name` is used in error messages.
 * Throws `STORE_UNUSABLE` when the file cannot be used or was written by a newer Plimsoll.
 */
export function openStore(file: string, name = file): Store {
  let db: Store | undefined
  try {
    const isTemporary = file === IN_MEMORY
    if (!isTemporary) mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
    db = new Database((isTemporary && empty) || file, { timeout: BUSY_TIMEOUT_MS })
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -65536')
    names.set(db, name)
    migrate(db)
    if (isTemporary) empty ??= db.serialize()
    return db
  } catch (error) {
    db?.close()
    throw storeError(error, name)
  }
}

/** Turns an SQLite or file system error into `STORE_UNUSABLE` about `what`; returns other errors unchanged. */
export function storeError(error: unknown, file: string, what = `The store ${file}`): unknown {
  if (error instanceof PlimsollError) return error
  const code = codeOf(error)
  return code.startsWith('SQLITE') || FILE_CODES.has(code) ? unusable(what, code, error) : error
}

/** Whether SQLite found that a file is no store or is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** File system error codes for a store folder that cannot be created. */
const FILE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

function unusable(what: string, code: string, cause: unknown): PlimsollError {
  const message = `${what} cannot be used: ${explain(code, cause)}`
  return new PlimsollError('STORE_UNUSABLE', message, { cause })
}

function explain(code: string, error: unknown): string {
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full. Nothing from this step was saved.'
  if (code.startsWith('SQLITE_BUSY'))
    return 'another run is writing to it. Try again when it has finished.'
  if (isDamage(error)) {
    return 'it is not a Plimsoll store, or it is damaged. Move it away. Where copies/ beside it has copies of it, npm run history -- restore brings the newest back; else npm run snapshot begins a store anew, which has none of the published predictions.'
  }
  if (code.startsWith('SQLITE_CANTOPEN'))
    return 'the file does not exist, or there is no permission to open it.'
  if (code.startsWith('SQLITE_IOERR')) return `the disk failed (${code}). It may be full.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'part of its path is not a folder.'
  if (code.startsWith('SQLITE_READONLY') || ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return 'there is no permission to write to it.'
  }
  return error instanceof Error ? `${error.message}.` : 'unknown error.'
}

/** The first file makes the store of version 0.1.0, each further one changes the one before. Each is named by the version that it leads to. */
function migrate(db: Store): void {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  const steps = files.sort().map((name) => ({ name, to: Number.parseInt(name, 10) }))
  const version = () => Number(db.pragma('user_version', { simple: true }))
  checkVersion(storeName(db), version(), steps[0]?.to ?? 0, steps.at(-1)?.to ?? 0)
  for (const { name, to } of steps) {
    if (to <= version()) continue
    const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8')
    db.transaction(() => {
      // Checked again under the lock: another run may have opened the same new store at the same time.
      if (to <= version()) return
      db.exec(sql)
      db.pragma(`user_version = ${to}`)
    }).immediate()
  }
}

function checkVersion(name: string, version: number, first: number, newest: number): void {
  if (version > newest) {
    throw new PlimsollError(
      'STORE_UNUSABLE',
      `The store ${name} was written by a newer Plimsoll (schema version ${version}; this one knows ${newest}). Update Plimsoll, or use another store (PLIMSOLL_DB).`,
    )
  }
  if (version > 0 && version < first) {
    throw new PlimsollError(
      'STORE_UNUSABLE',
      `The store ${name} is of a time before version 0.1.0 (schema version ${version}). Open it once with version 0.1.0, or use another store (PLIMSOLL_DB).`,
    )
  }
}
