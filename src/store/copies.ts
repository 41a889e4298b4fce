import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { copyStore, measureHistory, type StoredHistory } from './history.ts'
import { openStore, type Store, storeError } from './open.ts'

/** Copies of a store that are kept, one for each day. */
const KEPT_COPIES = 3

/** The folder of the copies, beside the store. */
const FOLDER = 'copies'

/**
 * Copies the store of a file to `copies/` beside it, as that of this day, and deletes all but the newest three. A copy is there whole or
 * not at all. Throws `STORE_UNUSABLE`; earlier copies stay then.
 */
export function keepCopy(store: Store, file: string, day: Day): void {
  const target = copyOf(file, day)
  const draft = `${target}.part`
  try {
    mkdirSync(path.dirname(target), { recursive: true })
    // Of a run that was killed.
    for (const { file: other } of listFiles(file, '.part')) rmSync(other, { force: true })
    copyStore(store, draft)
    if (!isSound(draft)) throw damaged(draft)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw storeError(error, draft)
  }
  for (const old of listCopies(file).slice(KEPT_COPIES)) rmSync(old.file, { force: true })
}

/**
 * Copies the store of a file to `copies/` beside it under a name of its own, which no later copy replaces or deletes. Returns its path.
 * Throws `STORE_UNUSABLE`.
 */
export function copyBeforeDrop(store: Store, file: string, now: Date): string {
  const at = now.toISOString().replaceAll(':', '')
  const target = path.join(path.dirname(file), FOLDER, `${dropPrefix(file)}${at}.sqlite`)
  try {
    mkdirSync(path.dirname(target), { recursive: true })
    copyStore(store, target)
    if (!isSound(target)) throw damaged(target)
    return target
  } catch (error) {
    throw storeError(error, target)
  }
}

/**
 * Makes the store from the newest sound copy beside it; one from before a drop only where no other is sound. Returns the day of the copy and its history. Throws `STORE_UNUSABLE` when a file is
 * there already, and when no copy is sound.
 */
export function restoreCopy(file: string): { day: Day; history: StoredHistory } {
  if (existsSync(file)) throw storeThere(file)
  const copies = [...listCopies(file), ...listDropCopies(file)]
  const draft = `${file}.part`
  for (const { file: copy, day } of copies) {
    try {
      removeStore(draft)
      copyFileSync(copy, draft)
      const history = isSound(draft) ? historyOf(draft) : null
      if (!history) continue
      removeStore(file)
      renameSync(draft, file)
      return { day, history }
    } catch (error) {
      const failure = storeError(error, copy)
      if (!(failure instanceof PlimsollError)) throw failure
    } finally {
      removeStore(draft)
    }
  }
  const found = copies.length === 0 ? 'There is no copy' : 'No copy can be read'
  throw new PlimsollError(
    'STORE_UNUSABLE',
    `${found} of the store in ${path.join(path.dirname(file), FOLDER)}. Name a site or a folder with a copy: --from PLACE.`,
  )
}

/** The error for a store that a restored one would replace. */
export function storeThere(file: string): PlimsollError {
  return new PlimsollError(
    'STORE_UNUSABLE',
    `The store ${file} exists already. Move it away, or name another file with PLIMSOLL_DB.`,
  )
}

/** The copies of a store, the newest first. */
function listCopies(file: string): { file: string; day: Day }[] {
  return listFiles(file, '').sort((a, b) => (a.day < b.day ? 1 : -1))
}

/** What `copyBeforeDrop` made, the newest first. */
function listDropCopies(file: string): { file: string; day: Day }[] {
  const folder = path.join(path.dirname(file), FOLDER)
  if (!existsSync(folder)) return []
  const prefix = dropPrefix(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix))
  return names
    .sort()
    .reverse()
    .map((name) => ({
      file: path.join(folder, name),
      day: name.slice(prefix.length, prefix.length + 'YYYY-MM-DD'.length),
    }))
}

function dropPrefix(file: string): string {
  return `${path.basename(file, '.sqlite')}-before-drop-`
}

/** Files in the folder of copies that are named as a copy of the store with this ending. */
function listFiles(file: string, ending: string): { file: string; day: Day }[] {
  const folder = path.join(path.dirname(file), FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const day = /-(\d{4}-\d{2}-\d{2})\.sqlite/.exec(name)?.[1] ?? ''
    const found = path.join(folder, name)
    return found === copyOf(file, day) + ending ? [{ file: found, day }] : []
  })
}

function copyOf(file: string, day: Day): string {
  return path.join(path.dirname(file), FOLDER, `${path.basename(file, '.sqlite')}-${day}.sqlite`)
}

/** True when SQLite finds no fault in the file. */
function isSound(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } finally {
    db.close()
  }
}

/** Also brings the store up to date. */
function historyOf(file: string): StoredHistory | null {
  const store = openStore(file)
  try {
    return measureHistory(store)
  } finally {
    store.close()
  }
}

/** Removes a file with SQLite's files beside it: a log of another store must not be read into this one. */
function removeStore(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

function damaged(file: string): PlimsollError {
  return new PlimsollError('STORE_UNUSABLE', `The copy ${file} is damaged, so it was not kept.`)
}
