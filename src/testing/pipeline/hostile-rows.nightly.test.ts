import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileNameOf } from '../../contract/file-name.ts'
import { buildSite } from '../../publish/build-site.ts'
import { openStore, type Store } from '../../store/open.ts'
import { runs } from '../runs.ts'
import { ROOT } from '../scripts/run-script.ts'
import { folderOfTest } from '../temporary-folder.ts'
import { DAY, NEXT_DAY } from './bodies.ts'
import { publishHostile, takeHostileDay } from './hostile-run.ts'

let store: Store
let folder: string

beforeEach(() => {
  store = openStore(':memory:')
  folder = folderOfTest()
})
afterEach(() => {
  store.close()
})

const BATCHES = runs(10).numRuns
const ROWS = 500

test.each(Array.from({ length: BATCHES }, (_, index) => 100 + index))(
  `of ${BATCHES * ROWS} hostile protocols and rows of every source, those of seed %i stop nothing`,
  async (seed) => {
    await takeHostileDay(store, { day: DAY, count: ROWS, seed })
    const second = await takeHostileDay(store, { day: NEXT_DAY, count: ROWS, seed: seed + 1_000 })
    await publishHostile(store, second, folder)
  },
  120_000,
)

test('a site of hostile rows has a page for each protocol, under its own name', async () => {
  const count = runs(600).numRuns
  await takeHostileDay(store, { day: DAY, count, seed: 7 })
  const day = await takeHostileDay(store, { day: NEXT_DAY, count, seed: 8 })
  const settings = { publicUrl: 'https://scores.example', repository: null }
  const { distDir } = await publishHostile(store, day, folder, (data, site) =>
    buildSite(ROOT, data, site, settings),
  )
  for (const { record } of day.catalogue.entries) {
    const name = fileNameOf(record.slug)
    const page = readFileSync(path.join(distDir, 'protocol', name, 'index.html'), 'utf8')
    // Its own document, not that of a protocol with a similar name.
    expect(page).toContain(`rel=canonical`)
    expect(page).toContain(`/protocol/${encodeURIComponent(name)}/`)
    for (const other of [
      `protocol/${name}/feed.atom`,
      `badge/${name}.svg`,
      `embed/${name}/index.html`,
    ]) {
      expect([other, existsSync(path.join(distDir, other))]).toEqual([other, true])
    }
  }
  for (const name of globSync('**/*.json', { cwd: distDir })) {
    expect(() => JSON.parse(readFileSync(path.join(distDir, name), 'utf8'))).not.toThrow()
  }
  for (const name of globSync('**/*.html', { cwd: distDir })) {
    expect([
      name,
      /<script>alert/.test(textless(readFileSync(path.join(distDir, name), 'utf8'))),
    ]).toEqual([name, false])
  }
}, 300_000)

/** A page without its title, where markup is text, and without its attributes. */
function textless(html: string): string {
  return html.replace(/<title>.*?<\/title>/gs, '').replace(/=(?:"[^"]*"|'[^']*')/g, '=')
}
