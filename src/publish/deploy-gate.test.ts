import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Manifest } from '../contract/manifest.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { contentHash, decideDeploy } from './deploy-gate.ts'

const online = (deploys: string[], content = 'old'): SnapshotManifest => ({
  format: 2,
  snapshot: { id: 'x', asOf: '2026-11-01' },
  store: {
    ...{ name: 'a', packing: 'zstd', sha256: 'a', bytes: 1 },
    unpacked: { sha256: 'b', bytes: 1 },
  },
  history: { snapshots: 1, firstDay: '2026-11-01', lastDay: '2026-11-01', tvlPoints: 0 },
  content,
  deploys,
})

const decide = (previous: SnapshotManifest | null, given = {}) =>
  decideDeploy({
    previous,
    content: 'new',
    today: '2026-11-21',
    budget: 3,
    isProduction: true,
    ...given,
  })

describe('decideDeploy', () => {
  test('the first build is deployed', () => {
    expect(decide(null)).toMatchObject({ deploy: true, deploys: ['2026-11-21'] })
  })

  test('a build with the same content is not, and nothing is counted', () => {
    const decision = decide(online(['2026-11-03'], 'new'))
    expect(decision).toMatchObject({ deploy: false, deploys: ['2026-11-03'] })
    expect(decision.reason).toContain('Nothing has changed')
  })

  test('two deploys on one day count twice', () => {
    expect(decide(online(['2026-11-21'])).deploys).toEqual(['2026-11-21', '2026-11-21'])
  })

  test('the last deploy of the budget goes out and the next does not', () => {
    expect(decide(online(['2026-11-01', '2026-11-02'])).deploy).toBe(true)
    const over = decide(online(['2026-11-01', '2026-11-02', '2026-11-02']))
    expect(over.deploy).toBe(false)
    expect(over.reason).toContain('PLIMSOLL_DEPLOY_BUDGET')
  })

  test('a new month begins with nothing used', () => {
    const october = online(['2026-10-01', '2026-10-02', '2026-10-31'])
    expect(decide(october)).toMatchObject({ deploy: true, deploys: ['2026-11-21'] })
  })

  test('a preview is always deployed and never counted', () => {
    const used = online(['2026-11-01', '2026-11-02', '2026-11-03'], 'new')
    const preview = decide(used, { isProduction: false })
    expect(preview).toMatchObject({ deploy: true, deploys: used.deploys })
  })
})

describe('contentHash', () => {
  let root = ''

  beforeEach(() => {
    root = folderOfTest()
    for (const folder of ['data', 'functions', 'public', 'src/testing/pipeline']) {
      mkdirSync(path.join(root, folder), { recursive: true })
    }
    for (const file of ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']) {
      writeFileSync(path.join(root, file), file)
    }
    writeFileSync(path.join(root, 'src/a.ts'), 'a')
  })

  const manifest = (hashes: Record<string, string>): Manifest => ({
    format: 1,
    snapshot: {
      id: 'x',
      asOf: '2026-11-21',
      computedAt: '2026-11-21T00:00:00.000Z',
      methodology: '1',
      origin: 'live',
      protocolCount: 1,
      scoredCount: 1,
    },
    inputs: 'x',
    sources: [],
    documents: Object.fromEntries(
      Object.entries(hashes).map(([name, sha256]) => [name, { sha256, bytes: 1 }]),
    ),
  })

  const documents = { 'live/protocols/aave.json': '1', 'live/stats.json': '2' }

  test('is the same for the same content, in another folder and another order', () => {
    const copy = `${root}-copy`
    cpSync(root, copy, { recursive: true })
    try {
      const reversed = Object.fromEntries(Object.entries(documents).reverse())
      expect(contentHash(copy, manifest(reversed))).toBe(contentHash(root, manifest(documents)))
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })

  test('changes with any protocol, and not with what only gives the time', () => {
    const before = contentHash(root, manifest(documents))
    expect(contentHash(root, manifest({ ...documents, 'live/stats.json': 'x' }))).toBe(before)
    for (const name of [
      'live/changes.json',
      'live/changes/2026-01-01.json',
      'live/history/aave.json',
      'live/index-history.json',
      'live/incident-index.json',
    ]) {
      expect(contentHash(root, manifest({ ...documents, [name]: 'x' }))).toBe(before)
    }
    for (const name of ['live/incidents.json', 'live/retired.json']) {
      expect(contentHash(root, manifest({ ...documents, [name]: 'x' }))).not.toBe(before)
    }
    expect(contentHash(root, manifest({ ...documents, 'live/protocols/aave.json': 'x' }))).not.toBe(
      before,
    )
    expect(contentHash(root, manifest({ ...documents, 'live/protocols/new.json': 'x' }))).not.toBe(
      before,
    )
  })

  test.each([
    ['netlify.toml', true],
    ['package-lock.json', true],
    ['src/a.ts', true],
    ['functions/new.ts', true],
    ['public/robots.txt', true],
    ['src/a.test.ts', false],
    ['src/testing/pipeline/rows.json', false],
    ['data/plimsoll.sqlite', false],
    ['README.md', false],
  ])('of the files, %s counts: %s', (file, counts) => {
    const before = contentHash(root, manifest(documents))
    writeFileSync(path.join(root, file), 'changed')
    expect(contentHash(root, manifest(documents)) !== before).toBe(counts)
  })
})
