import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { type FixtureCommit, hasGit, objectsOf, writeRepository } from './fixtures/repository.ts'
import { readGitHistory } from './git.ts'
import { moduleActivity } from './history.ts'

const installed = hasGit()

let dir: string
let remote: string
let folder: string

beforeEach(() => {
  dir = folderOfTest()
  remote = path.join(dir, 'remote.git')
  folder = path.join(dir, 'kept', 'adapters.git')
})

const read = (given: Partial<Parameters<typeof readGitHistory>[0]> = {}) =>
  readGitHistory({ url: pathToFileURL(remote).href, folder, ...given })

const commit = (day: string, author: string, ...files: string[]): FixtureCommit => ({
  day,
  author,
  files,
})

const FIRST = [
  commit('2024-01-01', 'ann@example.org', 'projects/tern/index.js', 'README.md'),
  commit('2024-02-01', 'Ann@Example.org', 'projects/tern/index.js', 'projects/auk.js'),
  commit('2024-03-01', 'bob@example.org', 'projects/tern/v3/index.js'),
]
const LATER = commit('2024-04-01', 'cat@example.org', 'projects/skua/index.js')

const packs = () =>
  readdirSync(path.join(folder, 'objects/pack')).filter((name) => name.endsWith('.pack'))

describe.skipIf(!installed)('the git history of the adapters, where git is installed', () => {
  test('has every change, with authors as numbers that ignore the case of their addresses', async () => {
    writeRepository(remote, FIRST)
    expect(await read()).toEqual([
      { day: '2024-03-01', name: 'tern', author: 1, modulesTouched: 1 },
      { day: '2024-02-01', name: 'auk.js', author: 2, modulesTouched: 2 },
      { day: '2024-02-01', name: 'tern', author: 2, modulesTouched: 2 },
      { day: '2024-01-01', name: 'tern', author: 2, modulesTouched: 1 },
    ])
  })

  test('is copied without the contents of files', async () => {
    writeRepository(remote, FIRST)
    await read()
    expect(objectsOf(remote)).toContain('blob')
    expect(new Set(objectsOf(folder))).toEqual(new Set(['commit', 'tree']))
  })

  test('is fetched incrementally', async () => {
    writeRepository(remote, FIRST)
    await read()
    const first = packs()
    writeRepository(remote, [...FIRST, LATER])
    expect((await read())[0]).toMatchObject({ day: '2024-04-01', name: 'skua' })
    expect(packs()).toHaveLength(first.length + 1)
    expect(packs()).toEqual(expect.arrayContaining(first))
  })

  test('follows a branch that was moved back', async () => {
    writeRepository(remote, [...FIRST, LATER])
    expect(await read()).toHaveLength(5)
    const first = packs()
    writeRepository(remote, FIRST.slice(0, 1))
    expect(await read()).toHaveLength(1)
    expect(packs()).toEqual(first)
  })

  test('sees a renamed module as a change of both names', async () => {
    const moved = commit('2024-05-01', 'bob@example.org', 'projects/arctic-tern/index.js')
    writeRepository(remote, [...FIRST, { ...moved, removes: ['projects/tern'] }])
    const activity = moduleActivity(await read(), '2024-06-01')
    expect(activity.get('arctic-tern')).toMatchObject({ lastChangedOn: '2024-05-01', authors: 1 })
    expect(activity.get('tern')).toMatchObject({ lastChangedOn: '2024-05-01', authors: 2 })
  })

  test('counts the modules of a commit, not its files', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `projects/${name}/index.js`)
    writeRepository(remote, [
      commit('2024-01-01', 'ann@example.org', ...names),
      commit('2024-01-02', 'ann@example.org', ...names.slice(0, 5), 'projects/a/abi.json'),
    ])
    const touched = (await read()).map(({ modulesTouched }) => modulesTouched)
    expect(touched).toEqual([5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6])
  })

  test('counts a file that becomes a folder as one module', async () => {
    const moved = commit('2024-01-02', 'ann@example.org', 'projects/auk/index.js')
    writeRepository(remote, [
      commit('2024-01-01', 'ann@example.org', 'projects/auk.js'),
      { ...moved, removes: ['projects/auk.js'] },
    ])
    expect((await read()).map(({ modulesTouched }) => modulesTouched)).toEqual([1, 1, 1])
  })

  test('takes hostile names and authors as they are', async () => {
    // A megabyte in all.
    const long = Array(20).fill('x'.repeat(60_000)).join('/')
    const names = ['two\nlines', '"quoted"', "it's", '1700000000', 'ünï', '-rf', long]
    const files = names.map((name) => `projects/${name}/index.js`)
    writeRepository(remote, [
      commit('2023-12-31', 'ann@example.org', 'projects'),
      { ...commit('2024-01-01', 'projects/ann', ...files), removes: ['projects'] },
      commit('2024-01-02', '', 'projects/tern/index.js'),
    ])
    const [newest, ...rest] = await read()
    expect(newest).toMatchObject({ name: 'tern', modulesTouched: 1 })
    const cut = names.map((name) => name.slice(0, 1_024 - 'projects/'.length))
    expect(rest.map(({ name }) => name).sort()).toEqual(cut.sort())
  })

  test('is copied again when the copy is damaged', async () => {
    writeRepository(remote, FIRST)
    await read()
    rmSync(path.join(folder, 'objects/pack'), { recursive: true })
    expect(await read()).toHaveLength(4)
    writeFileSync(path.join(folder, 'config'), '[nonsense')
    expect(await read()).toHaveLength(4)
  })

  test('is not read when the host is missing, and the copy stays', async () => {
    writeRepository(remote, FIRST)
    await read()
    const before = packs()
    rmSync(remote, { recursive: true })
    const error = await read().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message:
        'The history of the DefiLlama adapters cannot be read: git ended with exit code 128.',
    })
    expect(packs()).toEqual(before)
    expect(existsSync(`${folder}.unfinished`)).toBe(false)
  })

  test('is not read beyond the limits', async () => {
    writeRepository(remote, FIRST)
    const limits = { timeoutMs: 60_000, folderBytes: 1e9, logBytes: 1e6 }
    const refused = (given: Partial<typeof limits>) =>
      expect(read({ limits: { ...limits, ...given } })).rejects
    await refused({ folderBytes: 100 }).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' })
    await refused({ logBytes: 100 }).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' })
    expect(await read({ limits })).toHaveLength(4)
  })

  test('runs no program that an address names', async () => {
    writeRepository(remote, FIRST)
    const marker = path.join(dir, 'marker')
    const failed = { code: 'UPSTREAM_UNREACHABLE' }
    await expect(read({ url: `ext::touch ${marker}` })).rejects.toMatchObject(failed)
    expect(existsSync(marker)).toBe(false)
  })
})

test('a program that is not installed is a source that cannot be read', async () => {
  await expect(read({ program: path.join(dir, 'no-git') })).rejects.toMatchObject({
    code: 'UPSTREAM_UNREACHABLE',
    message:
      'The history of the DefiLlama adapters cannot be read: git cannot be started (ENOENT).',
  })
})

test.skipIf(process.platform === 'win32')('a program that hangs is stopped', async () => {
  const program = path.join(dir, 'slow-git')
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n')
  chmodSync(program, 0o755)
  const limits = { timeoutMs: 200, folderBytes: 1e9, logBytes: 1e6 }
  await expect(read({ program, limits })).rejects.toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    message: 'The history of the DefiLlama adapters was not read in 0.2 seconds.',
  })
})
