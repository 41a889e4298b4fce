import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, NEXT_DAY, rows } from '../pipeline/bodies.ts'
import { writeRecording } from '../pipeline/recording.ts'
import { intactManifest } from '../published/published-folder.ts'
import { runScript } from '../scripts/run-script.ts'
import { makeSmallDisk, type SmallDisk } from '../scripts/small-disk.ts'
import { folderOfTest } from '../temporary-folder.ts'

const COUNT = 220

let parent: string
let disk: SmallDisk

beforeEach(() => {
  parent = folderOfTest()
  disk = makeSmallDisk(path.join(parent, 'disk'))
  writeRecording(path.join(parent, DAY), bodies(rows(COUNT), 40))
  const grown = rows(COUNT).map((row) => ({ ...row, name: `${row.name} renamed` }))
  writeRecording(path.join(parent, NEXT_DAY), bodies(grown, 40))
})
afterEach(() => {
  disk.remove()
})

describe('a full disk', { timeout: 60_000 }, () => {
  test('under the store: one sentence, exit 1, the last snapshot stays whole, and the next run succeeds', async () => {
    expect(await snapshot(DAY)).toMatchObject({ code: 0 })
    const file = path.join(disk.dir, 'plimsoll.sqlite')
    const before = read(file)
    leave(100)
    const refused = await snapshot(NEXT_DAY)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(sentence(`The store ${file} cannot be used: `))
    expect(refused.stderr).not.toContain('please report this')
    leave(40_000)
    expect(read(file)).toEqual(before)
    expect(await snapshot(NEXT_DAY)).toMatchObject({ code: 0 })
    expect(read(file)?.snapshot.asOf).toBe(NEXT_DAY)
  })

  test('under a store that is not there yet: one sentence, exit 1', async () => {
    disk.resize(disk.kind === 'tmpfs' ? 16 : 8)
    const refused = await snapshot(DAY)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(sentence('The store '))
    expect(refused.stderr).not.toContain('please report this')
  })

  test('under the published folder: one sentence, exit 1, the folder stays whole, and the next run succeeds', async () => {
    const store = path.join(parent, 'plimsoll.sqlite')
    expect(await snapshot(DAY, store)).toMatchObject({ code: 0 })
    expect(await build(store)).toMatchObject({ code: 0 })
    const dist = path.join(disk.dir, 'dist')
    const before = intactManifest(dist)
    expect(await snapshot(NEXT_DAY, store)).toMatchObject({ code: 0 })
    // In the second case between a store's index of 32 KiB, which may be made, and the largest document.
    leave(disk.kind === 'tmpfs' ? 60 : 33)
    const refused = await build(store)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      sentence(`${dist} was not published: `, ' The last published snapshot stays as it was.'),
    )
    expect(intactManifest(dist)).toEqual(before)
    expect(readdirSync(disk.dir)).toEqual(['dist', 'dist.lock'])
    leave(40_000)
    expect(await build(store)).toMatchObject({ code: 0 })
    expect(intactManifest(dist).snapshot.asOf).toBe(NEXT_DAY)
  })
})

test('a published folder that is a disk of its own: one sentence that says what to do instead, exit 1', async ({
  skip,
}) => {
  if (disk.kind !== 'tmpfs') skip()
  const env = { PLIMSOLL_DB: path.join(parent, 'plimsoll.sqlite'), PLIMSOLL_DIST: disk.dir }
  expect(await snapshot(DAY, env.PLIMSOLL_DB)).toMatchObject({ code: 0 })
  const refused = await runScript('build', ['--no-site'], { env })
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /was not published: it is a mount point, so .* set PLIMSOLL_DIST to a folder inside it\./,
    ),
  })
  const inside = { ...env, PLIMSOLL_DIST: path.join(disk.dir, 'dist') }
  expect(await runScript('build', ['--no-site'], { env: inside })).toMatchObject({ code: 0 })
}, 120_000)

/** Leaves this much room, in KiB: of the file system, or for a file above the largest one there is. */
function leave(kib: number): void {
  disk.resize(kib + (disk.kind === 'tmpfs' ? usedKib() : 0))
}

function usedKib(): number {
  const [, line = ''] = execFileSync('df', ['-k', disk.dir], { encoding: 'utf8' }).split('\n')
  return Number(line.split(/\s+/)[2])
}

function snapshot(day: string, store = path.join(disk.dir, 'plimsoll.sqlite')) {
  const words = ['--source', `recorded:${path.join(parent, day)}`]
  return runScript('snapshot', words, { env: { PLIMSOLL_DB: store }, prefix: disk.prefix() })
}

function build(store: string) {
  const env = { PLIMSOLL_DB: store, PLIMSOLL_DIST: path.join(disk.dir, 'dist') }
  return runScript('build', ['--no-site'], { env, prefix: disk.prefix() })
}

function read(file: string) {
  const store = openStore(file)
  expect(store.pragma('integrity_check', { simple: true })).toBe('ok')
  const catalogue = loadCatalogue(store)
  store.close()
  return catalogue
}

/** The one line of an expected failure: what could not be used, and that the disk is the reason. */
function sentence(start: string, end = ''): RegExp {
  const why =
    disk.kind === 'tmpfs'
      ? '(the disk is full\\.|the disk failed \\(\\w+\\)\\. It may be full\\.)( Nothing from this step was saved\\.)?'
      : '(the disk failed \\(\\w+\\)\\. It may be full|a file exceeds the size limit)\\.'
  return new RegExp(`^✗ ${escaped(start)}[^\\n]*?${why}${escaped(end)}\\n$`, 'm')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
