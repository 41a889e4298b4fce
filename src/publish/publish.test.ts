import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkSettings } from '../bulk/finish-bulk.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { PlimsollError } from '../domain/errors.ts'
import { SILENT } from '../domain/progress.ts'
import { SOURCE_IDS, SOURCE_OF_ROLE } from '../domain/sources.ts'
import { takeSnapshot } from '../pipeline.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { newSigner, readManifestFile } from '../testing/bulk/bulk-world.ts'
import { bodies, DAY, NEXT_DAY, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'
import { intactManifest } from '../testing/published/published-folder.ts'
import { firstScoreboard } from '../testing/published/two-snapshots.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { type PublishOptions, publish, readManifest } from './publish.ts'
import { publishBulk } from './publish-bulk.ts'
import { recoverPublished } from './replace-folder.ts'

let first: Catalogue
let second: Catalogue
let sandbox: Catalogue
let parent: string
let distDir: string

beforeAll(async () => {
  const store = openStore(':memory:')
  const reader = memoryReader(bodies(rows(6)))
  first = await take()
  const grown = { tvl: 9e6, chainTvls: { Base: 9e6 } }
  reader.bodies = bodies(rows(6).map((row, index) => (index === 0 ? { ...row, ...grown } : row)))
  second = await take(NEXT_DAY)
  const other = openStore(':memory:')
  await takeSnapshot(options(other, memoryReader(bodies(rows(2))), DAY, { origin: 'seed' }))
  sandbox = loadCatalogue(other) ?? expect.fail('there is no sandbox')

  async function take(day = DAY): Promise<Catalogue> {
    await takeSnapshot(options(store, reader, day))
    return loadCatalogue(store) ?? expect.fail('there is no snapshot')
  }
})

beforeEach(() => {
  parent = folderOfTest()
  distDir = path.join(parent, 'dist')
})

describe(publish, () => {
  test('writes every document of both data sets, and a manifest with their hashes', async () => {
    const report = await put(first)
    const { documents, snapshot, sources } = intactManifest(distDir)
    const names = Object.keys(documents)
    expect(report).toEqual({
      documents: names.length,
      changed: names.length,
      bytes: Object.values(documents).reduce((sum, { bytes }) => sum + bytes, 0),
      unchanged: false,
    })
    expect(names).toContain('live/protocols/harbour-5.json')
    expect(names).toContain('sandbox/protocols/harbour-1.json')
    expect(names).not.toContain('sandbox/protocols/harbour-5.json')
    expect(snapshot).toMatchObject({ asOf: DAY, protocolCount: 6, scoredCount: 6 })
    const ids = SOURCE_IDS.filter((id) => id !== SOURCE_OF_ROLE.records)
    expect(sources.map(({ id }) => id)).toEqual(ids)
    expect(readdirSync(parent)).toEqual(['dist'])
  })

  test('a protocol whose documents do not match their schema is left out and named, in every document', async () => {
    const said: string[] = []
    const progress = { ...SILENT, line: (text: string) => void said.push(text) }
    const [broken, ...others] = first.entries
    if (!broken) throw new Error('there is a protocol')
    const entries = [...others, { ...broken, tvlUsd: Number.NaN }]
    await put({ ...first, entries }, { progress })
    const { documents, leftOut, snapshot } = intactManifest(distDir)
    expect(leftOut).toEqual([
      {
        id: 'harbour-0',
        name: 'Harbour 0',
        reason: expect.stringContaining('does not match its schema'),
      },
    ])
    expect(said).toEqual([
      expect.stringMatching(/^– Left out: Harbour 0\. .+does not match its schema/),
    ])
    expect(snapshot.protocolCount).toBe(5)
    expect(Object.keys(documents)).not.toContain('live/protocols/harbour-0.json')
    expect(readFileSync(fileOf('live/screener.json'), 'utf8')).not.toContain('harbour-0')
  })

  test('a second run on the same snapshot touches nothing', async () => {
    const report = await put(first)
    const before = statSync(path.join(distDir, '_data', 'manifest.json'))
    expect(await put(first)).toEqual({ ...report, changed: 0, unchanged: true })
    const after = statSync(path.join(distDir, '_data', 'manifest.json'))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  test('an older snapshot replaces a newer one, and says so', async () => {
    const said: string[] = []
    const progress = { ...SILENT, line: (text: string) => void said.push(text) }
    await put(first, { progress })
    await put(second, { progress })
    expect(said).toEqual([])
    await put(first, { progress })
    expect(said).toEqual([
      `– The published snapshot is of ${NEXT_DAY}. An older one, of ${DAY}, takes its place.`,
    ])
    expectOld()
  })

  test('a later snapshot replaces the folder, and what did not change is the same file', async () => {
    await put(first)
    const same = fileOf('sandbox/stats.json')
    const inode = statSync(same).ino
    const report = await put(second)
    const { documents, snapshot } = intactManifest(distDir)
    expect(snapshot.asOf).toBe(NEXT_DAY)
    expect(statSync(same).ino).toBe(inode)
    expect(report.changed).toBeGreaterThan(0)
    expect(report.changed).toBeLessThan(Object.keys(documents).length)
    expect(readdirSync(parent)).toEqual(['dist'])
  })

  test.each([
    ['other code', { codeFingerprint: 'newer' }],
    ['another sandbox', { sandbox: 'second' }],
    ['other sanctions', { sanctions: true }],
  ])('%s is published anew', async (_, change) => {
    await put(first)
    const sanctions = { source: 'ofac', asOf: DAY, byAsset: { ETH: ['0x1'] } }
    const report = await put('sanctions' in change ? { ...first, sanctions } : first, {
      ...('codeFingerprint' in change ? { codeFingerprint: change.codeFingerprint } : {}),
      ...('sandbox' in change ? { sandbox: second } : {}),
    })
    expect(report.unchanged).toBe(false)
    intactManifest(distDir)
  })

  test.each([
    ['deleted', (file: string) => rmSync(file)],
    ['cut short', (file: string) => truncateSync(file, 5)],
    ['grown', (file: string) => writeFileSync(file, ' ', { flag: 'a' })],
  ])(
    'a published document that was %s is mended, by a run on the same snapshot and on another',
    async (_, spoil) => {
      await put(first)
      spoil(fileOf('live/stats.json'))
      spoil(fileOf('sandbox/stats.json'))
      expect((await put(first)).unchanged).toBe(false)
      intactManifest(distDir)
      spoil(fileOf('sandbox/stats.json'))
      await put(second)
      intactManifest(distDir)
    },
  )

  test('a document that does not match its schema is named, and the old folder stays', async () => {
    await put(first)
    const entries = second.entries.map((entry) => ({ ...entry, tvlUsd: -1 }))
    const error = await put({ ...second, entries }).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ code: 'EXPORT_FAILED' })
    expect(String(error)).toContain('stats.json does not match its schema at data.totalTvlUsd')
    expectOld()
  })

  test('a new folder that cannot take its place leaves the old one there', async () => {
    await put(first)
    const vanish = async (_: string, siteDir: string) => rmSync(siteDir, { recursive: true })
    await expect(put(second, { buildSite: vanish })).rejects.toThrow('ENOENT')
    expectOld()
  })

  test('a folder with a trailing slash is the same folder', async () => {
    await put(first, { distDir: `${distDir}/` })
    await put(second, { distDir: `${distDir}/` })
    expect(intactManifest(distDir).snapshot.asOf).toBe(NEXT_DAY)
    expect(readdirSync(parent)).toEqual(['dist'])
  })

  test('a foreign folder is not replaced, an empty one is', async () => {
    mkdirSync(distDir)
    await put(first)
    const other = path.join(parent, 'home')
    mkdirSync(other)
    writeFileSync(path.join(other, 'letter.txt'), 'dear')
    await expect(put(first, { distDir: other })).rejects.toMatchObject({
      code: 'EXPORT_FAILED',
      message: `${other} contains files that Plimsoll did not write, so it was not replaced. Move it away, or set PLIMSOLL_DIST to another folder.`,
    })
    await expect(put(first, { distDir: path.join(other, 'letter.txt') })).rejects.toThrow(
      'contains files that Plimsoll did not write',
    )
    expect(readFileSync(path.join(other, 'letter.txt'), 'utf8')).toBe('dear')
  })
})

test('the store is added before the folder takes its place, again when it went missing, and leaves with the next build without it', async () => {
  let added = 0
  const addStore = async (siteDir: string, { snapshot }: { snapshot: { id: string } }) => {
    added += 1
    expect(siteDir).not.toBe(path.resolve(distDir))
    mkdirSync(path.join(siteDir, 'snapshot'))
    writeFileSync(path.join(siteDir, 'snapshot/manifest.json'), snapshot.id)
  }
  const kept = () => readFileSync(path.join(distDir, 'snapshot/manifest.json'), 'utf8')
  await put(first, { addStore })
  expect(kept()).toBe(first.snapshot.publicId)
  expect((await put(first, { addStore })).unchanged).toBe(true)
  rmSync(path.join(distDir, 'snapshot'), { recursive: true })
  expect((await put(first, { addStore })).unchanged).toBe(false)
  expect([kept(), added]).toEqual([first.snapshot.publicId, 2])
  await expect(put(second, { addStore: () => Promise.reject(new Error('full')) })).rejects.toThrow()
  expect(kept()).toBe(first.snapshot.publicId)
  expect((await put(first)).unchanged).toBe(false)
  expect(existsSync(path.join(distDir, 'snapshot'))).toBe(false)
})

describe('the website', () => {
  const buildSite = async (dataDir: string, siteDir: string) => {
    const stats = readFileSync(path.join(dataDir, 'stats.json'), 'utf8')
    expect(existsSync(path.join(dataDir, '..', 'manifest.json'))).toBe(true)
    writeFileSync(path.join(siteDir, 'index.html'), stats)
  }

  test('is made from the documents and published with them', async () => {
    await put(first, { buildSite })
    const page = readFileSync(path.join(distDir, 'index.html'), 'utf8')
    expect(page).toBe(readFileSync(fileOf('live/stats.json'), 'utf8'))
    expect((await put(first, { buildSite })).unchanged).toBe(true)
  })

  test('that is gone is made again, and one that is not asked for goes', async () => {
    await put(first, { buildSite })
    rmSync(path.join(distDir, 'index.html'))
    expect((await put(first, { buildSite })).unchanged).toBe(false)
    expect(existsSync(path.join(distDir, 'index.html'))).toBe(true)
    expect((await put(first)).unchanged).toBe(false)
    expect(existsSync(path.join(distDir, 'index.html'))).toBe(false)
  })

  test('that cannot be made leaves the old folder as it was', async () => {
    await put(first, { buildSite })
    const failure = new Error('a page is broken')
    const half = async (_: string, siteDir: string) => {
      writeFileSync(path.join(siteDir, 'index.html'), 'half')
      throw failure
    }
    await expect(put(second, { buildSite: half })).rejects.toBe(failure)
    expectOld()
    expect(readFileSync(path.join(distDir, 'index.html'), 'utf8')).toContain('protocolCount')
  })
})

describe('a run that was killed', () => {
  test('between the two renames: the folder of before comes back, or the new one is put in place', async () => {
    await put(first)
    renameSync(distDir, `${distDir}.previous`)
    recoverPublished(distDir)
    expectOld()
    renameSync(distDir, `${distDir}.previous`)
    await put(second)
    expect(intactManifest(distDir).snapshot.asOf).toBe(NEXT_DAY)
    expect(readdirSync(parent)).toEqual(['dist'])
  })

  test('between the two renames, and the next run fails: the folder of before is back all the same', async () => {
    await put(first)
    renameSync(distDir, `${distDir}.previous`)
    const failing = () => Promise.reject(new Error('a page is broken'))
    await expect(put(second, { buildSite: failing })).rejects.toThrow('a page is broken')
    expectOld()
  })

  test('after the second rename: the new folder stays and the old one goes', async () => {
    await put(first)
    mkdirSync(`${distDir}.previous/_data`, { recursive: true })
    writeFileSync(`${distDir}.previous/_data/manifest.json`, '{}')
    recoverPublished(distDir)
    expectOld()
  })

  test('while it wrote: what it left does not reach the next run', async () => {
    await put(first)
    mkdirSync(`${distDir}.next/_data/live`, { recursive: true })
    writeFileSync(`${distDir}.next/_data/live/stale.json`, 'half')
    await put(second)
    intactManifest(distDir)
    expect(readdirSync(parent)).toEqual(['dist'])
  })

  test('before anything was published: there is nothing to recover', () => {
    recoverPublished(distDir)
    expect(readManifest(distDir)).toBeNull()
    expect(existsSync(distDir)).toBe(false)
  })
})

test('a manifest that cannot be read counts as none, and everything is written', async () => {
  const { documents } = await put(first)
  writeFileSync(path.join(distDir, '_data', 'manifest.json'), '{"format":1')
  expect(readManifest(distDir)).toBeNull()
  expect(await put(first)).toMatchObject({ changed: documents, unchanged: false })
  intactManifest(distDir)
})

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EFBIG', 'a file exceeds the size limit'],
  ['EROFS', 'the disk is read-only'],
])('%s is reported in one sentence', async (code, why) => {
  await put(first)
  const failing = () => Promise.reject(Object.assign(new Error('write'), { code }))
  const error = await put(second, { buildSite: failing }).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(PlimsollError)
  expect(error).toMatchObject({
    code: 'EXPORT_FAILED',
    message: `${distDir} was not published: ${why}. The last published snapshot stays as it was.`,
  })
  expectOld()
})

describe('tables for download', () => {
  const NOW = new Date('2026-11-20T06:00:00Z')
  const bulk = (settings: Partial<BulkSettings> = {}): NonNullable<PublishOptions['bulk']> =>
    publishBulk({
      ...{ distDir, codeFingerprint: 'test', signer: null, formerKeys: [] },
      ...{ now: NOW, refreshDays: 4, ...settings },
    })

  test('are published with the folder and made again when they are gone or their key changed', async () => {
    await put(first, { bulk: bulk() })
    const file = path.join(distDir, 'bulk/latest/scores.parquet')
    expect(existsSync(file)).toBe(true)
    expect(await put(first, { bulk: bulk() })).toMatchObject({ unchanged: true })
    rmSync(path.join(distDir, 'bulk'), { recursive: true })
    expect(await put(first, { bulk: bulk() })).toMatchObject({ unchanged: false })
    expect(existsSync(file)).toBe(true)
    const other = { ...bulk(), inputs: 'another key' }
    expect(await put(first, { bulk: other })).toMatchObject({ unchanged: false })
  })

  test('have the past of protocols that are gone and whose last record is not kept', async () => {
    const [old = expect.fail('there is no protocol'), ...entries] = second.entries
    const { id, slug, name } = old.record
    const departed = [{ id, slug, name }]
    await put({ ...second, entries, departed }, { bulk: bulk() })
    const history = readManifestFile(distDir).tables.find((table) => table.name === 'history')
    expect(history?.rows).toBe(2 * (entries.length + departed.length))
  })

  test('are signed again when half of the time until they expire is over, with a higher version', async () => {
    const signer = newSigner()
    const onDay = (days: number) =>
      bulk({ signer, now: new Date(NOW.getTime() + days * 86_400_000) })
    await put(first, { bulk: onDay(0) })
    const { version, expires } = readManifestFile(distDir)
    expect(expires).toBe('2026-12-06T06:00:00.000Z')
    expect(await put(first, { bulk: onDay(8) })).toMatchObject({ unchanged: true })
    expect(await put(first, { bulk: onDay(9) })).toMatchObject({ unchanged: false })
    const again = readManifestFile(distDir)
    expect(again.version).toBeGreaterThan(version)
    expect(again.expires).toBe('2026-12-15T06:00:00.000Z')
    writeFileSync(path.join(distDir, 'bulk/manifest.json'), '{')
    expect(await put(first, { bulk: onDay(9) })).toMatchObject({ unchanged: false })
  })

  test.each([
    ['before they are whole', (name: string) => name],
    ['after they are whole', (name: string) => `${name}.x`],
  ])('leave the last folder as it was when the disk is full %s', async (_, nameOf) => {
    await put(first, { bulk: bulk() })
    const before = readFileSync(path.join(distDir, 'bulk/manifest.json'))
    const add = async (siteDir: string) => {
      const blocked = path.join(siteDir, 'bulk', nameOf('latest'), 'signals.parquet')
      // A folder where a file belongs: writing it fails, as on a full disk.
      mkdirSync(blocked, { recursive: true })
      await bulk().add(siteDir, second)
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    }
    const full = { ...bulk(), inputs: '', add }
    await expect(put(second, { bulk: full })).rejects.toThrow()
    expectOld()
    expect(readFileSync(path.join(distDir, 'bulk/manifest.json'))).toEqual(before)
  })

  test('keep the dated copy of the folder that they replace', async () => {
    await put(first, { bulk: bulk() })
    await put(second, { bulk: bulk() })
    expect(readdirSync(path.join(distDir, 'bulk')).sort()).toEqual(
      [DAY, NEXT_DAY, 'datapackage.json', 'latest', 'manifest.json'].sort(),
    )
  })
})

function put(live: Catalogue, given: Partial<PublishOptions> = {}) {
  const scoreboard = firstScoreboard(live)
  const whole = { live, sandbox, scoreboard, distDir, codeFingerprint: 'test', progress: SILENT }
  return publish({ ...whole, ...given })
}

function fileOf(key: string): string {
  return path.join(distDir, '_data', key)
}

/** The folder is the first snapshot, whole, with nothing beside it. */
function expectOld(): void {
  expect(intactManifest(distDir).snapshot.asOf).toBe(DAY)
  expect(readdirSync(parent)).toEqual(['dist'])
}
