import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aRecord } from '../../testing/api/key-contract.ts'
import { aHit } from '../../testing/api/state-contract.ts'
import { makeSmallDisk, type SmallDisk } from '../../testing/scripts/small-disk.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import type { StateStore } from '../state-store.ts'
import { openSqliteState } from './store.ts'

let folder: string
let disk: SmallDisk
let file: string

beforeEach(() => {
  folder = folderOfTest()
  disk = makeSmallDisk(path.join(folder, 'disk'))
  file = path.join(disk.dir, 'state.sqlite')
})
afterEach(() => {
  disk.remove()
})

/** Fills what is left of the disk, to the last byte. */
function fill(): void {
  for (const bytes of [1_048_576, 4_096, 1]) {
    for (let n = 0; ; n++) {
      try {
        writeFileSync(path.join(disk.dir, `log-${bytes}-${n}`), Buffer.alloc(bytes, 7))
      } catch {
        break
      }
    }
  }
}

/** Counts until the disk takes no more. */
async function countUntilFull(store: StateStore): Promise<void> {
  for (let n = 0; n < 20_000; n++) {
    const caller = n.toString(16).padStart(64, '0')
    const fault = await store.hit(aHit({ caller })).then(
      () => null,
      (error: unknown) => error,
    )
    if (fault) return
  }
  throw new Error('The disk took everything.')
}

const REVOKED = '2026-11-21T13:00:00.000Z'

/** A process of its own, as `npm run keys -- revoke` is one. */
function revokeElsewhere(id: string): unknown {
  const code = `
    const { openSqliteState } = await import(process.argv[1])
    const store = openSqliteState(process.argv[2])
    const record = await store.updateKey(process.argv[3], { revokedAt: '${REVOKED}' })
    await store.close()
    console.log(JSON.stringify(record))`
  const module = new URL('./store.ts', import.meta.url).href
  const words = ['--input-type=module', '-e', code, module, file, id]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}

describe('a full disk', () => {
  test('stops counting, and does not stop a key from being revoked by another process', async (context) => {
    if (disk.kind !== 'tmpfs') context.skip('no file system may be mounted here')
    disk.resize(12_288)
    const store = openSqliteState(file)
    const record = aRecord()
    await store.insertKey(record)
    await store.findKey(record.digest)
    fill()
    await countUntilFull(store)
    // The server goes on trying to count all the while.
    const counting = Promise.allSettled(Array.from({ length: 50 }, () => store.hit(aHit())))

    expect(revokeElsewhere(record.id)).toEqual({ ...record, revokedAt: REVOKED })

    await counting
    expect((await store.findKey(record.digest))?.revokedAt).toBe(REVOKED)
    await store.close()
  })

  test('does not stop it when no server runs either', async (context) => {
    if (disk.kind !== 'tmpfs') context.skip('no file system may be mounted here')
    disk.resize(12_288)
    const record = aRecord()
    const store = openSqliteState(file)
    await store.insertKey(record)
    await store.close()
    fill()

    expect(revokeElsewhere(record.id)).toEqual({ ...record, revokedAt: REVOKED })
  })

  test('that has room again gets its reserve again, and counts again', async (context) => {
    if (disk.kind !== 'tmpfs') context.skip('no file system may be mounted here')
    disk.resize(12_288)
    const store = openSqliteState(file)
    const records = [aRecord(), aRecord()]
    for (const record of records) await store.insertKey(record)
    fill()
    await countUntilFull(store)
    for (const { id } of records) await store.updateKey(id, { revokedAt: REVOKED })
    for (const name of readdirSync(disk.dir)) {
      if (name.startsWith('log-')) rmSync(path.join(disk.dir, name))
    }
    expect((await store.hit(aHit())).admitted).toBe(true)
    await store.close()
    await openSqliteState(file).close()
    expect(statSync(`${file}-reserve`).size).toBe(1_048_576)
  })
})
