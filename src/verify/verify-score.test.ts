import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../contract/hash.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import { fileHash } from '../publish/file-hash.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { openStore, type Store } from '../store/open.ts'
import { NEXT_DAY } from '../testing/pipeline/bodies.ts'
import {
  forgeDocument,
  forgeStore as forgePublished,
  type PublishedWorld,
  packedStore,
  publishWorld,
  readStoreManifest,
} from '../testing/published/published-site.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openPublishedFolder } from './published-folder.ts'
import { type ScoreVerdict, verifyScore } from './verify-score.ts'

const ID = 'harbour-2'

const folder = temporaryFolder()
let original: PublishedWorld
/** A copy of the original that a test may spoil. */
let world: PublishedWorld
let runs = 0

beforeAll(async () => {
  original = await publishWorld(path.join(folder, 'original'))
})
beforeEach(() => {
  runs += 1
  const copy = path.join(folder, `copy-${runs}`)
  cpSync(path.join(folder, 'original'), copy, { recursive: true })
  world = {
    ...original,
    distDir: path.join(copy, 'dist'),
    root: path.join(copy, 'checkout'),
    storeFile: path.join(copy, 'store.sqlite'),
  }
})

interface Dimension {
  signals: { missing: string | null; source: string }[]
}

interface Choice {
  dir?: string
  storeFile?: string
}

let works = 0

async function verify(id: string | null, choice: Choice = {}): Promise<ScoreVerdict> {
  works += 1
  const workDir = path.join(folder, `work-${works}`)
  mkdirSync(workDir)
  const { dir = world.distDir, storeFile = null } = choice
  const published = await openPublishedFolder({ dir, storeFile, workDir, root: world.root })
  return verifyScore(published, id)
}

const forgeStore = (change: (store: Store) => void, options = {}) =>
  forgePublished(world.distDir, change, options)

const raiseTvl = (store: Store) => {
  const { changes } = store
    .prepare("UPDATE readings SET value = replace(value, '1998000', '1998001') WHERE name = 'tvl'")
    .run()
  expect(changes).toBeGreaterThan(0)
}

describe('a published folder', () => {
  test('reproduces a score, and the outcome counts what stands behind it', async () => {
    const verdict = await verify(ID)
    expect(verdict).toMatchObject({
      outcome: 'reproduced',
      id: ID,
      snapshot: original.snapshotId,
      methodology: METHODOLOGY.version,
    })
    if (verdict.outcome !== 'reproduced') expect.fail()
    const { data } = document(`live/protocols/${ID}.json`)
    expect(verdict.composite).toBe(data.composite)
    const read = Object.values<Dimension>(data.scoreMetadata.dimensions)
      .flatMap(({ signals }) => signals)
      .filter(({ missing, source }) => missing === null && source !== 'methodology')
    expect(verdict.readings).toBe(read.length)
    expect(new Set(verdict.sources)).toEqual(new Set(read.map(({ source }) => source)))
    expect(verdict.signals).toBeGreaterThan(verdict.readings)
  })

  test('reproduces in full, to the same snapshot id, however it is named', async () => {
    for (const dir of [world.distDir, path.join(world.distDir, '_data')]) {
      expect(await verify(null, { dir })).toMatchObject({
        outcome: 'all-reproduced',
        protocols: 6,
        reproduced: 6,
        isSameSnapshotId: true,
        isKnownCode: true,
        readLater: [],
        differences: [],
      })
    }
  })

  test('is left as it was: nothing in it is opened for writing', async () => {
    const file = packedStore(world.distDir)
    const before = await fileHash(file)
    await verify(null)
    expect(await fileHash(file)).toBe(before)
    expect(readdirSync(path.dirname(file)).sort()).toEqual(['manifest.json', path.basename(file)])
  })

  test('reproduces from a store as it was published before, packed by gzip', async () => {
    const manifest = readStoreManifest(world.distDir)
    const packed = packedStore(world.distDir)
    const plain = zstdDecompressSync(readFileSync(packed))
    const gz = gzipSync(plain)
    rmSync(packed)
    writeFileSync(inDist('snapshot/plimsoll.sqlite.gz'), gz)
    const { store: _, ...rest } = manifest
    const files = {
      'plimsoll.sqlite': manifest.store.unpacked,
      'plimsoll.sqlite.gz': { sha256: sha256(gz), bytes: gz.length },
    }
    writeFileSync(inDist('snapshot/manifest.json'), JSON.stringify({ ...rest, format: 1, files }))
    expect(await verify(ID)).toMatchObject({ outcome: 'reproduced' })
  })

  test('without a store reproduces from one that the reader names, what its log holds included', async () => {
    rmSync(path.join(world.distDir, 'snapshot'), { recursive: true })
    const store = openStore(world.storeFile)
    raiseTvl(store)
    try {
      expect(existsSync(`${world.storeFile}-wal`)).toBe(true)
      expect(await verify(ID, { storeFile: world.storeFile })).toMatchObject({
        outcome: 'differs',
        isKnownCode: false,
        difference: { published: 2998000, rebuilt: 2998001 },
      })
      expect(await verify('harbour-3', { storeFile: world.storeFile })).toMatchObject({
        outcome: 'reproduced',
      })
    } finally {
      store.close()
    }
  })

  test('names the ids that may be meant by one that is unknown', async () => {
    expect(await verify('harbor-2')).toEqual({
      outcome: 'unknown-id',
      id: 'harbor-2',
      nearest: expect.arrayContaining(['harbour-2']),
    })
    expect(await verify('__proto__')).toMatchObject({ outcome: 'unknown-id', nearest: [] })
  })
})

describe('a difference', () => {
  test('is the first in reading order, with both values, when document and manifest were changed together', async () => {
    const forge = (text: string) =>
      text
        .replace(/("score":)(\d[\d.]*)(,"signalsUsed")/, '$19.87$3')
        .replace(/"scoreHistory":\[.*?\]/, '"scoreHistory":[1]')
    forgeDocument(world.distDir, `live/protocols/${ID}.json`, forge, { rehash: true })
    const verdict = await verify(ID)
    if (verdict.outcome !== 'differs') expect.fail(verdict.outcome)
    expect(verdict.isKnownCode).toBe(true)
    expect(verdict.difference.path).toMatch(/^scoreMetadata\.dimensions\.\w+\.score$/)
    expect(verdict.difference.published).toBe(9.87)
    expect(verdict.difference.rebuilt).not.toBe(9.87)
    expect(await verify('harbour-3')).toMatchObject({ outcome: 'reproduced' })
  })

  test('of one protocol is counted and named among all, and so are the documents made of all', async () => {
    const forge = (text: string) => text.replace('"Harbour 2"', '"Harbour II"')
    forgeDocument(world.distDir, `live/protocols/${ID}.json`, forge, { rehash: true })
    forgeDocument(world.distDir, 'live/stats.json', (text) => text.replace(':6,', ':7,'), {
      rehash: true,
    })
    const events = (text: string) => text.replace('"unmatched":0', '"unmatched":1')
    forgeDocument(world.distDir, 'live/scoreboard.json', events, { rehash: true })
    const verdict = await verify(null)
    expect(verdict).toMatchObject({
      outcome: 'some-differ',
      protocols: 6,
      reproduced: 5,
      isSameSnapshotId: true,
      differences: [
        {
          name: ID,
          difference: { path: 'name', published: 'Harbour II', rebuilt: 'Harbour 2' },
        },
        {
          name: 'stats.json',
          difference: { path: 'protocolCount', published: 7, rebuilt: 6 },
        },
        { name: 'scoreboard.json', difference: { path: 'unmatched', published: 1, rebuilt: 0 } },
      ],
    })
  })

  test('of a document that is left out, or that the readings give no cause for, is found among all', async () => {
    const file = path.join(world.distDir, '_data/manifest.json')
    const manifest = document('manifest.json')
    const entry = manifest.documents[`live/protocols/${ID}.json`]
    delete manifest.documents[`live/protocols/${ID}.json`]
    manifest.documents['live/protocols/made-up.json'] = entry
    writeFileSync(file, JSON.stringify(manifest))
    const live = path.join(world.distDir, '_data/live/protocols')
    cpSync(path.join(live, `${ID}.json`), path.join(live, 'made-up.json'))
    expect(await verify(null)).toMatchObject({
      outcome: 'some-differ',
      protocols: 7,
      reproduced: 5,
      differences: [
        { name: 'made-up', difference: { path: '', rebuilt: undefined } },
        { name: ID, difference: { path: '', published: undefined } },
      ],
    })
    for (const id of ['made-up', ID]) {
      expect(await verify(id)).toMatchObject({ outcome: 'differs', difference: { path: '' } })
    }
  })

  test('is found when the readings were changed and every hash was made to agree', async () => {
    await forgeStore(raiseTvl, { rehash: true })
    expect(await verify(ID)).toMatchObject({
      outcome: 'differs',
      difference: { path: 'tvlUsd', published: 2998000, rebuilt: 2998001 },
    })
    expect(await verify(null)).toMatchObject({ outcome: 'some-differ', isSameSnapshotId: false })
  })

  test('is found when the stored results were forged together with the document', async () => {
    const forge = (text: string) =>
      text.replace(/"composite":[\d.]+,"riskLevel"/, '"composite":0.1,"riskLevel"')
    forgeDocument(world.distDir, `live/protocols/${ID}.json`, forge, { rehash: true })
    await forgeStore(
      (store) => store.exec(`UPDATE entries SET entry = json_set(entry, '$.score.rounded', 0.1)`),
      { rehash: true },
    )
    expect(await verify(ID)).toMatchObject({
      outcome: 'differs',
      difference: { path: 'composite', published: 0.1 },
    })
  })

  test('names another code and readings that came later, which may explain it', async () => {
    writeFileSync(path.join(world.root, 'src/other.ts'), '')
    await forgeStore(
      (store) => {
        raiseTvl(store)
        store
          .prepare(
            "INSERT INTO source_runs (source, origin, as_of, status, duration_ms) VALUES ('immunefi', 'live', ?, 'ok', 1)",
          )
          .run(NEXT_DAY)
      },
      { rehash: true },
    )
    expect(await verify(ID)).toMatchObject({
      outcome: 'differs',
      isKnownCode: false,
      readLater: ['immunefi'],
    })
  })
})

test('a snapshot under another methodology is not compared', async () => {
  await forgeStore((store) => store.exec("UPDATE snapshots SET methodology = '0.0.9'"), {
    rehash: true,
  })
  expect(await verify(ID)).toEqual({
    outcome: 'other-methodology',
    published: '0.0.9',
    here: METHODOLOGY.version,
  })
})

const inDist = (name: string) => path.join(world.distDir, name)

function changeManifest(change: (store: SnapshotManifest['store']) => void): void {
  const manifest = readStoreManifest(world.distDir)
  change(manifest.store)
  writeFileSync(inDist('snapshot/manifest.json'), JSON.stringify(manifest))
}

function stateUnpacked(bytes: number): void {
  changeManifest((store) => {
    store.unpacked.bytes = bytes
  })
}

function cutAndRehash(): void {
  const packed = packedStore(world.distDir)
  truncateSync(packed, 5_000)
  changeManifest((store) => {
    store.sha256 = sha256(readFileSync(packed))
  })
}

describe('what cannot be checked is said in one sentence:', () => {
  const damages: [string, () => unknown, RegExp][] = [
    [
      'a document that was changed',
      () =>
        forgeDocument(world.distDir, `live/protocols/${ID}.json`, (text) => text.replace('2', '3')),
      /harbour-2\.json was changed after it was published/,
    ],
    [
      'a document that is missing',
      () => rmSync(inDist(`_data/live/protocols/${ID}.json`)),
      /harbour-2\.json is missing, though _data\/manifest\.json lists it/,
    ],
    [
      'a store that was changed',
      () => forgeStore(raiseTvl),
      /\.sqlite\.zst is not the store that was published: its SHA-256/,
    ],
    [
      'a store that was cut short',
      () => truncateSync(packedStore(world.distDir), 5_000),
      /\.sqlite\.zst is not the store that was published: its SHA-256/,
    ],
    [
      'a store that was cut short and whose hash was made to agree',
      () => cutAndRehash(),
      /\.sqlite\.zst is not the store that was published: the file is truncated or damaged/,
    ],
    [
      'a store that unpacks to more than it should',
      () => stateUnpacked(9_999),
      /\.sqlite\.zst is not the store that was published: the file unpacks to more than its manifest says/,
    ],
    [
      'a store that may unpack to more than any store has',
      () => stateUnpacked(1_000_000_001),
      /snapshot\/manifest\.json is damaged, or has a format/,
    ],
    [
      'a store that is missing',
      () => rmSync(packedStore(world.distDir)),
      /\.sqlite\.zst is missing/,
    ],
    [
      'a folder without a store',
      () => rmSync(inDist('snapshot'), { recursive: true }),
      /holds no store to rebuild from .*--store FILE/,
    ],
    [
      'a manifest of the store that is cut short',
      () => truncateSync(inDist('snapshot/manifest.json'), 50),
      /snapshot\/manifest\.json is damaged/,
    ],
    [
      'a manifest of the documents that is cut short',
      () => truncateSync(inDist('_data/manifest.json'), 50),
      /_data\/manifest\.json is damaged/,
    ],
    [
      'a folder that is not a published one',
      () => rmSync(inDist('_data'), { recursive: true }),
      /is not a published folder: it holds no _data\/manifest\.json/,
    ],
    [
      'a folder that is not there',
      () => rmSync(world.distDir, { recursive: true }),
      /There is no folder/,
    ],
    [
      'a store of another snapshot',
      () =>
        forgeStore((store) => store.exec("UPDATE snapshots SET fingerprint = 'f'"), {
          rehash: true,
        }),
      /The newest snapshot in the store is 2024-03-10-f, and the documents are of 2024-03-10-\w{12}/,
    ],
    [
      'a store without a snapshot',
      () => forgeStore((store) => store.exec('DELETE FROM snapshots'), { rehash: true }),
      /The store holds no snapshot/,
    ],
  ]

  test.each(damages)('%s', async (_, damage, sentence) => {
    await damage()
    await expect(verify(ID)).rejects.toMatchObject({
      code: 'UPSTREAM_INVALID',
      message: expect.stringMatching(sentence),
    })
  })

  test('a damaged document among all of them', async () => {
    forgeDocument(world.distDir, 'live/stats.json', (text) => text.replace('6', '7'))
    await expect(verify(null)).rejects.toThrow(/stats\.json was changed after it was published/)
  })

  test('a store that the reader names and that is none', async () => {
    await expect(verify(ID, { storeFile: `${world.storeFile}.none` })).rejects.toThrow(
      /There is no store/,
    )
    writeFileSync(world.storeFile, 'no store at all, but long enough to be read as one'.repeat(40))
    await expect(verify(ID, { storeFile: world.storeFile })).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining(world.storeFile),
    })
  })
})

function document(name: string) {
  return JSON.parse(readFileSync(path.join(world.distDir, '_data', name), 'utf8'))
}
