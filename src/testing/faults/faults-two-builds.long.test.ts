import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { takeSnapshot } from '../../pipeline.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'
import { intactManifest } from '../published/published-folder.ts'
import { runScript } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const NAMES = ['Left', 'Right'] as const

const folder = temporaryFolder()

beforeAll(async () => {
  for (const name of NAMES) {
    const store = openStore(storeOf(name))
    const own = rows(6).map((row, index) => ({ ...row, name: `${name} ${index}` }))
    await takeSnapshot(options(store, memoryReader(bodies(own)), DAY))
    store.close()
  }
})

test('of two builds into one folder at once, one publishes its own pages and the other names it', async () => {
  const dist = path.join(folder, 'dist')
  const runs = await Promise.all(NAMES.map((name) => build(name, dist)))
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 75])
  const winner = NAMES[runs.findIndex(({ code }) => code === 0)]
  expect(runs.find(({ code }) => code === 75)?.output).toMatch(
    /✗ Another build \(process \d+, since /,
  )
  expect(pageName(dist)).toBe(`${winner} 1`)
  intactManifest(dist)
}, 180_000)

test('two builds into different folders at once each publish their own pages', async () => {
  const runs = await Promise.all(NAMES.map((name) => build(name, path.join(folder, name, 'dist'))))
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  for (const name of NAMES) {
    const dist = path.join(folder, name, 'dist')
    expect(pageName(dist)).toBe(`${name} 1`)
    expect(existsSync(path.join(dist, 'embed/harbour-1/index.html'))).toBe(true)
  }
}, 180_000)

test('a build that was killed holds no folder', async () => {
  const dist = path.join(folder, 'killed/dist')
  expect(await build('Left', dist, 2_000)).toMatchObject({ signal: 'SIGKILL' })
  expect(await build('Right', dist)).toMatchObject({ code: 0 })
  expect(pageName(dist)).toBe('Right 1')
}, 180_000)

function build(name: string, distDir: string, killAfterMs?: number) {
  return runScript('build', ['--source', 'live', '--no-store', '--no-alerts'], {
    env: { PLIMSOLL_DB: storeOf(name), PLIMSOLL_DIST: distDir },
    ...(killAfterMs && { killAfterMs }),
  })
}

function storeOf(name: string): string {
  return path.join(folder, `${name}.sqlite`)
}

function pageName(distDir: string): string | undefined {
  const page = readFileSync(path.join(distDir, 'protocol/harbour-1/index.html'), 'utf8')
  return /<h1><bdi>([^<]*)<\/bdi>/.exec(page)?.[1]
}
