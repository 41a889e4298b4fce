import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { takeSnapshot } from '../../pipeline.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'
import { ROOT, runScript } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const NAMES = ['Left', 'Right'] as const

/** Where there is room, on another file system than that of the checkout, in which a site is made. */
const folder = temporaryFolder()

beforeAll(async () => {
  for (const name of NAMES) {
    const store = openStore(storeOf(name))
    const own = rows(6).map((row, index) => ({ ...row, name: `${name} ${index}` }))
    await takeSnapshot(options(store, memoryReader(bodies(own)), DAY))
    store.close()
  }
})

test('two builds into different folders at once each publish their own pages, and leave nothing beside them', async () => {
  const before = scratchFolders()
  const runs = await Promise.all(NAMES.map((name) => build(name, path.join(folder, name, 'dist'))))
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  for (const name of NAMES) {
    const dist = path.join(folder, name, 'dist')
    expect(pageName(dist)).toBe(`${name} 1`)
    expect(existsSync(path.join(dist, 'embed/harbour-1/index.html'))).toBe(true)
    expect(readdirSync(path.dirname(dist))).toEqual(['dist', 'dist.lock'])
    // Whether it should have been replaced since shows when it is read.
    for (const page of ['', 'protocol/harbour-1/']) {
      const html = readFileSync(path.join(dist, page, 'index.html'), 'utf8')
      expect(html).toMatch(new RegExp(`data-as-of="?${DAY}"? data-refresh-days="?4\\b`))
    }
  }
  // Other tests may build a site at the same time.
  const added = () => scratchFolders().filter((name) => !before.includes(name))
  await expect.poll(added, { timeout: 60_000, interval: 250 }).toEqual([])
}, 180_000)

function build(name: string, distDir: string) {
  return runScript('build', ['--source', 'live', '--no-store', '--no-alerts'], {
    env: { PLIMSOLL_DB: storeOf(name), PLIMSOLL_DIST: distDir },
  })
}

function scratchFolders(): string[] {
  return globSync('node_modules/.astro/site-*', { cwd: ROOT })
}

function storeOf(name: string): string {
  return path.join(folder, `${name}.sqlite`)
}

function pageName(distDir: string): string | undefined {
  const page = readFileSync(path.join(distDir, 'protocol/harbour-1/index.html'), 'utf8')
  return /<h1><bdi>([^<]*)<\/bdi>/.exec(page)?.[1]
}
