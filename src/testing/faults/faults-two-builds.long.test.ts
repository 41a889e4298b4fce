import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { takeSnapshot } from '../../pipeline.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'
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

test('two builds into different folders at once each publish their own pages', async () => {
  const runs = await Promise.all(NAMES.map((name) => build(name, path.join(folder, name, 'dist'))))
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  for (const name of NAMES) {
    const dist = path.join(folder, name, 'dist')
    expect(pageName(dist)).toBe(`${name} 1`)
    expect(existsSync(path.join(dist, 'embed/harbour-1/index.html'))).toBe(true)
  }
}, 180_000)

function build(name: string, distDir: string) {
  return runScript('build', ['--source', 'live', '--no-store', '--no-alerts'], {
    env: { PLIMSOLL_DB: storeOf(name), PLIMSOLL_DIST: distDir },
  })
}

function storeOf(name: string): string {
  return path.join(folder, `${name}.sqlite`)
}

function pageName(distDir: string): string | undefined {
  const page = readFileSync(path.join(distDir, 'protocol/harbour-1/index.html'), 'utf8')
  return /<h1><bdi>([^<]*)<\/bdi>/.exec(page)?.[1]
}
