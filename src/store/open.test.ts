import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { PlimsollError } from '../domain/errors.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { openStore, storeError } from './open.ts'

const NEWEST = 18

let dir: string
let file: string

beforeEach(() => {
  dir = folderOfTest()
  file = path.join(dir, 'deep', 'plimsoll.sqlite')
})

describe(openStore, () => {
  test('a fresh store has every table, at the newest version, in a folder that is made', () => {
    const store = openStore(file)
    expect(tables(store)).toEqual(tables(openStore(':memory:')))
    expect(tables(store)).toContain('snapshot_entries')
    expect(store.pragma('user_version', { simple: true })).toBe(NEWEST)
    store.close()
  })

  test('writes go through a log, and references are checked', () => {
    const store = openStore(file)
    expect(store.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(store.pragma('foreign_keys', { simple: true })).toBe(1)
    const orphan = () =>
      store.exec("INSERT INTO aliases VALUES ('slug', 1, '2024-01-01', '2024-01-01')")
    expect(orphan).toThrow('FOREIGN KEY')
    store.close()
  })

  test('a store that is current is opened as it is', () => {
    const first = openStore(file)
    first.exec("INSERT INTO chains (name, kind) VALUES ('Kept', 'evm')")
    first.close()
    const second = openStore(file)
    expect(second.prepare('SELECT name FROM chains').pluck().all()).toEqual(['Kept'])
    second.close()
  })

  test('a store of a newer Plimsoll is refused with both versions, and left alone', () => {
    const newer = openStore(file)
    newer.pragma(`user_version = ${NEWEST + 41}`)
    newer.close()
    expect(refusal(() => openStore(file))).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${file} was written by a newer Plimsoll (schema version ${NEWEST + 41}; this one knows ${NEWEST}). Update Plimsoll, or use another store (PLIMSOLL_DB).`,
    })
    const raw = new Database(file)
    expect(raw.pragma('user_version', { simple: true })).toBe(NEWEST + 41)
    raw.close()
  })

  test('a store of before version 0.1.0 is refused with what opens it', () => {
    const early = openStore(file)
    early.pragma('user_version = 14')
    early.close()
    expect(refusal(() => openStore(file))).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${file} is of a time before version 0.1.0 (schema version 14). Open it once with version 0.1.0, or use another store (PLIMSOLL_DB).`,
    })
  })

  test('a store of version 0.1.0 opens with what it holds', () => {
    const sql = new URL('./migrations/015-version-0.1.0.sql', import.meta.url)
    mkdirSync(path.dirname(file))
    const released = new Database(file)
    released.exec(readFileSync(sql, 'utf8'))
    released.exec("INSERT INTO chains (name, kind) VALUES ('Kept', 'evm')")
    released.exec("INSERT INTO incident_pages VALUES (1, '2026-08-20', 1)")
    released.pragma('user_version = 15')
    released.close()
    const store = openStore(file)
    expect(store.prepare('SELECT name FROM chains').pluck().all()).toEqual(['Kept'])
    expect(store.prepare('SELECT has_list FROM incident_pages').pluck().all()).toEqual([1])
    expect(tables(store)).toEqual(tables(openStore(':memory:')))
    store.close()
  })

  test('a refused store is let go, so that its log is not left behind', () => {
    const newer = openStore(file)
    newer.pragma(`user_version = ${NEWEST + 1}`)
    newer.close()
    refusal(() => openStore(file))
    expect(readdirSync(path.dirname(file))).toEqual(['plimsoll.sqlite'])
  })

  test('two runs that open the same new store both get it', () => {
    mkdirSync(path.dirname(file))
    const other = new Database(file)
    other.pragma('journal_mode = WAL')
    // The other run makes the tables after this one has seen that there are none.
    const original = Database.prototype.transaction
    let raced = false
    Database.prototype.transaction = function (this: Database.Database, work: never) {
      if (!raced) {
        raced = true
        openStore(file).close()
      }
      return original.call(this, work)
    } as typeof original
    try {
      const store = openStore(file)
      expect(tables(store)).toContain('snapshots')
      store.close()
    } finally {
      Database.prototype.transaction = original
      other.close()
    }
    expect(raced).toBe(true)
  })

  test.each([
    [
      'is not a store',
      () => writeFileSync(file, 'not a database, but long enough '.repeat(40)),
      'it is not a Plimsoll store, or it is damaged. Move it away. Where copies/ beside it has copies of it, npm run history -- restore brings the newest back; else npm run snapshot begins a store anew, which has none of the published predictions.',
    ],
    [
      'is a folder',
      () => mkdirSync(file),
      'the file does not exist, or there is no permission to open it.',
    ],
  ])('a path that %s is refused with what to do', (_, make, why) => {
    mkdirSync(path.dirname(file))
    make()
    expect(refusal(() => openStore(file))).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${file} cannot be used: ${why}`,
    })
  })

  test('a path below a file is refused', () => {
    writeFileSync(path.join(dir, 'deep'), '')
    expect(refusal(() => openStore(file)).message).toBe(
      `The store ${file} cannot be used: part of its path is not a folder.`,
    )
  })

  test('a store that another run writes to is refused as busy, once patience ends', () => {
    const first = openStore(file)
    first.exec('BEGIN IMMEDIATE')
    const second = openStore(file)
    second.pragma('busy_timeout = 1')
    const write = () => {
      try {
        second.exec("INSERT INTO chains (name, kind) VALUES ('x', 'evm')")
      } catch (error) {
        throw storeError(error, file)
      }
    }
    expect(refusal(write).message).toBe(
      `The store ${file} cannot be used: another run is writing to it. Try again when it has finished.`,
    )
    first.close()
    second.close()
  })

  test('a folder that may not be written is named', () => {
    chmodSync(dir, 0o555)
    expect(refusal(() => asNobody(() => openStore(file))).message).toContain(
      'there is no permission to write to it.',
    )
    chmodSync(dir, 0o700)
  })
})

describe(storeError, () => {
  test.each(['ENOSPC', 'SQLITE_FULL', 'EDQUOT'])('%s says that the disk is full', (code) => {
    expect(storeError(withCode(code), 'x.sqlite')).toMatchObject({
      code: 'STORE_UNUSABLE',
      message:
        'The store x.sqlite cannot be used: the disk is full. Nothing from this step was saved.',
    })
  })

  test.each(['EACCES', 'EROFS', 'SQLITE_READONLY_DBMOVED'])(
    '%s says that it may not be written',
    (code) => {
      expect(storeError(withCode(code), 'x')).toMatchObject({
        message: 'The store x cannot be used: there is no permission to write to it.',
      })
    },
  )

  test('a fault of SQLite without words of ours keeps its own', () => {
    expect(storeError(withCode('SQLITE_PERM'), 'x')).toMatchObject({
      message: 'The store x cannot be used: a fault.',
    })
  })

  test('a failing disk is reported with the code of its fault, as it is often a full one', () => {
    expect(storeError(withCode('SQLITE_IOERR_SHMSIZE'), 'x')).toMatchObject({
      message:
        'The store x cannot be used: the disk failed (SQLITE_IOERR_SHMSIZE). It may be full.',
    })
  })

  test('a fault of the program is not blamed on the store', () => {
    const bug = new TypeError('undefined is not a function')
    expect(storeError(bug, 'x')).toBe(bug)
    const ours = new PlimsollError('SNAPSHOT_REFUSED', 'No.')
    expect(storeError(ours, 'x')).toBe(ours)
  })
})

function tables(store: Database.Database): unknown[] {
  return store
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
}

function withCode(code: string): Error {
  return Object.assign(new Error('a fault'), { code })
}

function refusal(act: () => unknown): PlimsollError {
  try {
    act()
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
  return expect.fail('nothing was refused')
}

/** Root may write everywhere, so a test that runs as root steps down for the moment. */
function asNobody<T>(act: () => T): T {
  if (process.getuid?.() !== 0 || !process.seteuid) return act()
  process.seteuid(65_534)
  try {
    return act()
  } finally {
    process.seteuid(0)
  }
}
