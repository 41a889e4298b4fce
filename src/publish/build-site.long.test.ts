import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishWorld } from '../testing/published/published-site.ts'
import { ROOT } from '../testing/scripts/run-script.ts'
import { buildSite } from './build-site.ts'

/** A file system in memory, which every Linux has and which is another one than that of the checkout. */
const ELSEWHERE = '/dev/shm'
const isElsewhere = existsSync(ELSEWHERE) && statSync(ELSEWHERE).dev !== statSync(ROOT).dev

let folder: string
let siteDir: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
  siteDir = mkdtempSync(path.join(ELSEWHERE, 'plimsoll-site-'))
})
afterEach(() => {
  for (const dir of [folder, siteDir]) rmSync(dir, { recursive: true, force: true })
})

test.skipIf(!isElsewhere)(
  'a site is built onto another file system than that of the checkout, and nothing is left beside it',
  async () => {
    const { distDir } = await publishWorld(folder)
    const before = listScratchFolders()
    const settings = { publicUrl: null, repository: null }
    await buildSite(ROOT, path.join(distDir, '_data/live'), siteDir, settings)
    expect(existsSync(path.join(siteDir, 'protocol/harbour-1/index.html'))).toBe(true)
    // Other tests may build a site at the same time.
    const added = () => listScratchFolders().filter((name) => !before.includes(name))
    await expect.poll(added, { timeout: 60_000, interval: 250 }).toEqual([])
    expect(existsSync(`${siteDir}.site`)).toBe(false)
  },
  120_000,
)

function listScratchFolders(): string[] {
  const parent = path.join(ROOT, 'node_modules/.astro')
  if (!existsSync(parent)) return []
  return readdirSync(parent).filter((name) => name.startsWith('site-'))
}
