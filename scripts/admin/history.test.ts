import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepCopy } from '../../src/store/copies.ts'
import { loadCatalogue } from '../../src/store/load-catalogue.ts'
import { takeLock } from '../../src/store/lock.ts'
import { openStore } from '../../src/store/open.ts'
import { DAY } from '../../src/testing/pipeline/bodies.ts'
import {
  type PublishedWorld,
  packedStore,
  publishWorld,
} from '../../src/testing/published/published-site.ts'
import { temporaryFolder } from '../../src/testing/temporary-folder.ts'
import { runAdmin } from '../fixtures/run-admin.ts'

const folder = temporaryFolder()
let world: PublishedWorld
let server: Server
let url: string

beforeAll(async () => {
  world = await publishWorld(folder)
  server = createServer((request, response) => {
    // A host for releases redirects to where the files lie.
    if (request.url?.startsWith('/release/')) {
      response.writeHead(302, { location: request.url.replace('release', 'snapshot') }).end()
      return
    }
    const file = path.join(world.distDir, request.url ?? '')
    if (!existsSync(file)) response.writeHead(404)
    response.end(existsSync(file) ? readFileSync(file) : '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

async function history(dbFile: string, ...words: string[]) {
  const { code, stdout, stderr } = await runAdmin(['history', ...words], { PLIMSOLL_DB: dbFile })
  return { code, output: stdout + stderr }
}

function histories(file: string) {
  const store = openStore(file)
  const entries = loadCatalogue(store)?.entries.map(({ record, scoreHistory }) => [
    record.slug,
    scoreHistory,
  ])
  store.close()
  return entries
}

describe('npm run history', () => {
  test.each([
    ['a site', () => url],
    ['an address that redirects, as that of a release does', () => `${url}/release/manifest.json`],
    ['a folder', () => path.join(world.distDir, 'snapshot')],
  ])('copies from %s and restores every score from the copy', async (name, from) => {
    const to = path.join(folder, `copy of ${name}`)
    const copied = await history('unused', 'copy', '--from', from(), '--to', to)
    expect(copied).toMatchObject({ code: 0, output: expect.stringContaining(world.snapshotId) })
    expect(readdirSync(to).sort()).toEqual([
      'manifest.json',
      path.basename(packedStore(world.distDir)),
    ])

    const dbFile = path.join(folder, `store of ${name}`, 'plimsoll.sqlite')
    const restored = await history(dbFile, 'restore', '--from', to)
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('1 snapshots') })
    expect(histories(dbFile)).toEqual(histories(world.storeFile))
    expect(readdirSync(path.dirname(dbFile))).toEqual(['plimsoll.sqlite', 'plimsoll.sqlite.lock'])
  })

  test('leaves a store alone that is there already', async () => {
    const dbFile = path.join(folder, 'mine.sqlite')
    writeFileSync(dbFile, 'mine')
    const { code, output } = await history(dbFile, 'restore', '--from', url)
    expect([code, readFileSync(dbFile, 'utf8')]).toEqual([1, 'mine'])
    expect(output).toMatch(/exists already\. Move it away/)
  })

  test('ends in one sentence while another process uses the store', async () => {
    const dbFile = path.join(folder, 'used.sqlite')
    const release = takeLock(dbFile, 'build')
    const { code, output } = await history(dbFile, 'restore', '--from', '/nowhere')
    release()
    expect(output).toMatch(/^✗ Another build \(process \d+, since .+ UTC\) uses .+\n$/)
    expect(code).toBe(75)
  })

  test('a file in the place of the copy ends in one sentence', async () => {
    const to = path.join(folder, 'a file')
    writeFileSync(to, '')
    const { code, output } = await history('unused', 'copy', '--from', url, '--to', to)
    expect([code, output]).toEqual([1, expect.stringMatching(/^✗ .+a file.+\n$/)])
  })

  test('keeps nothing of a place that publishes nothing', async () => {
    const to = path.join(folder, 'nothing')
    const from = path.join(folder, 'no such folder')
    const { code, output } = await history('unused', 'copy', '--from', from, '--to', to)
    expect([code, existsSync(to)]).toEqual([1, false])
    expect(output).toMatch(/no such folder could not be read: no history is published there\.\n$/)
  })

  test('restores the newest copy that is sound, of those that snapshots kept', async () => {
    const dbFile = path.join(folder, 'kept', 'plimsoll.sqlite')
    const without = await history(dbFile, 'restore')
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('There is no copy') })
    const store = openStore(world.storeFile)
    keepCopy(store, dbFile, '2024-03-10')
    store.close()
    writeFileSync(path.join(folder, 'kept/copies/plimsoll-2024-03-11.sqlite'), 'damaged')
    const restored = await history(dbFile, 'restore')
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('copy of 2024-03-10'),
    })
    expect(histories(dbFile)).toEqual(histories(world.storeFile))
  })

  test('drops a day only with --yes, after a copy, and says what goes', async () => {
    const dbFile = path.join(folder, 'dropping', 'plimsoll.sqlite')
    mkdirSync(path.dirname(dbFile))
    copyFileSync(world.storeFile, dbFile)
    const words = ['drop', '--day', DAY, '--reason', 'A spike upstream']
    const asked = await history(dbFile, ...words)
    expect(asked).toMatchObject({
      code: 0,
      output: expect.stringContaining('To drop it, add --yes'),
    })
    expect(histories(dbFile)).toEqual(histories(world.storeFile))
    const done = await history(dbFile, ...words, '--yes')
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining(world.snapshotId) })
    expect(histories(dbFile)).toBeUndefined()
    const again = await history(dbFile, ...words, '--yes')
    expect(again).toMatchObject({ code: 2, output: `✗ The store has no snapshot of ${DAY}.\n` })
    for (const ending of ['', '-wal', '-shm']) rmSync(dbFile + ending, { force: true })
    expect(await history(dbFile, 'restore')).toMatchObject({ code: 0 })
    expect(histories(dbFile)).toEqual(histories(world.storeFile))
  })

  test.each([
    [[]],
    [['copy', '--from', 'x']],
    [['restore', '--from', 'x', '--to', 'y']],
    [['restore', '--yes']],
    [['drop', '--reason', 'x']],
    [['drop', '--day', '2024-03-10']],
    [['drop', '--day', 'monday', '--reason', 'x', '--from', 'y']],
    [['keep', '--from', 'x']],
  ])('%j ends with 2 and one sentence', async (words) => {
    const { code, output } = await history('unused', ...words)
    expect(code).toBe(2)
    expect(output).toMatch(/^✗ .+ Try --help\.\n$/)
  })
})
