import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ManifestSigner } from '../../bulk/signing.ts'
import { MAX_NESTING } from '../../domain/json.ts'
import {
  catalogueOf,
  newSigner,
  publishTables,
  readManifestFile,
} from '../../testing/bulk/bulk-world.ts'
import { NEXT_DAY, rows } from '../../testing/pipeline/bodies.ts'
import { folderOfTest, temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Remembered, verifyBulk } from './verify-bulk.ts'

const DAY_MS = 86_400_000
const FIRST = new Date('2026-11-20T06:00:00Z')
const later = (days: number) => new Date(FIRST.getTime() + days * DAY_MS)

const signer = newSigner()
const stranger = newSigner()
const { publicKey } = signer.key
const source = temporaryFolder()
const old = path.join(source, 'old')
const next = path.join(source, 'next')
let folder: string
let dist: string
let sites: Map<string, Remembered>

beforeAll(async () => {
  const settings = { signer, now: FIRST }
  await publishTables({ live: await catalogueOf(), distDir: old, settings })
  const live = await catalogueOf(rows(6), NEXT_DAY)
  const renewed = { signer, now: later(4) }
  await publishTables({ live, distDir: next, before: old, settings: renewed })
})
beforeEach(() => {
  folder = folderOfTest()
  dist = path.join(folder, 'dist')
  sites = new Map()
  show(old)
})

/** Replaces what the place has. */
function show(from: string): void {
  rmSync(dist, { recursive: true, force: true })
  cpSync(from, dist, { recursive: true })
}

/** Signs another manifest in place of the one that is there. */
function sign(change: object, by: ManifestSigner = signer): void {
  write(JSON.stringify({ ...readManifestFile(dist), key: by.key, ...change }), by)
}

function write(text: string, by: ManifestSigner = signer): void {
  writeFileSync(path.join(dist, 'bulk/manifest.json'), text)
  writeFileSync(path.join(dist, 'bulk/manifest.json.sig'), by.sign(Buffer.from(text)))
}

const check = (now: Date, pinned?: string) =>
  verifyBulk({
    ...{ from: dist, publicKey: pinned, now },
    memory: {
      recall: async (site) => sites.get(site) ?? null,
      remember: async (site, seen) => void sites.set(site, seen),
    },
  })
const outcome = async (now: Date, pinned?: string) => (await check(now, pinned)).outcome

test('the first key is remembered and not yet good; the second check finds it good', async () => {
  expect(await check(FIRST)).toMatchObject({ outcome: 'first-use', key: { trust: 'first-use' } })
  expect(await check(later(1))).toMatchObject({ outcome: 'good', key: { trust: 'remembered' } })
  show(next)
  expect(await outcome(later(5))).toBe('good')
})

test('an older manifest that is still current is replayed, with a pinned key and with a remembered one', async () => {
  for (const pinned of [publicKey, undefined]) {
    show(next)
    await check(later(5), publicKey)
    show(old)
    const report = await check(later(5), pinned)
    expect(report).toMatchObject({ outcome: 'replayed', failures: [] })
    expect(report.freshness).toContain(String(readManifestFile(next).version))
    // What was seen stays, so the next check finds it again.
    expect(await outcome(later(5), pinned)).toBe('replayed')
  }
})

test('a manifest of before versions is replayed where a version was seen, and of unknown freshness elsewhere', async () => {
  const { version, expires, ...early } = readManifestFile(dist)
  write(JSON.stringify(early))
  expect(await outcome(FIRST, publicKey)).toBe('freshness-unknown')
  show(next)
  expect(await outcome(later(5), publicKey)).toBe('good')
  show(old)
  write(JSON.stringify(early))
  expect(await outcome(later(5), publicKey)).toBe('replayed')
})

test('a manifest is expired from the instant that it names', async () => {
  const { expires } = readManifestFile(dist)
  const end = Date.parse(expires ?? '')
  expect(end).toBe(later(16).getTime())
  expect(await outcome(new Date(end - 1), publicKey)).toBe('good')
  expect(await check(new Date(end), publicKey)).toMatchObject({
    outcome: 'expired',
    freshness: expect.stringContaining(expires ?? ''),
  })
})

test('a dated copy has no expiry, may be older than what was seen, and is not good in the place of the newest', async () => {
  show(next)
  await check(later(5), publicKey)
  const [copy] = readManifestFile(dist).copies.slice(-1)
  cpSync(path.join(dist, 'bulk', copy?.path ?? ''), path.join(dist, 'bulk'), { recursive: true })
  expect(await check(later(5), publicKey)).toMatchObject({
    outcome: 'freshness-unknown',
    freshness: expect.stringContaining('dated copy'),
  })
})

test('a clock that is behind the snapshot, or behind an earlier check, says nothing of the freshness', async () => {
  expect(await outcome(new Date(0), publicKey)).toBe('freshness-unknown')
  await check(later(10), publicKey)
  expect(await outcome(later(8), publicKey)).toBe('freshness-unknown')
  expect(await outcome(later(9.5), publicKey)).toBe('good')
})

test("a stranger's key over nothing, and over everything, is never good", async () => {
  sign({ files: [] }, stranger)
  expect(await check(FIRST)).toMatchObject({ outcome: 'bad', snapshot: null })
  show(old)
  sign({}, stranger)
  expect(await outcome(FIRST)).toBe('first-use')
  sites.clear()
  await check(FIRST, publicKey)
  expect(await outcome(FIRST, publicKey)).toBe('bad')
})

test('our own key over nothing is bad', async () => {
  sign({ files: [] })
  const { outcome: found, failures } = await check(FIRST, publicKey)
  expect([found, failures[0]?.found]).toEqual(['bad', 'an empty list of files'])
})

test('a key in place of the remembered one is named, never taken over, and accepted when it is pinned', async () => {
  await check(FIRST)
  sign({ version: 9e15 }, stranger)
  for (const _ of [1, 2]) {
    expect(await check(FIRST)).toMatchObject({
      ...{ outcome: 'changed-key', formerKey: signer.key.id },
      key: { id: stranger.key.id, trust: 'changed' },
    })
  }
  expect(await outcome(FIRST, stranger.key.publicKey)).toBe('good')
  expect(await outcome(FIRST)).toBe('good')
  // The versions of the other key do not count for ours.
  show(old)
  expect(await outcome(FIRST, publicKey)).toBe('good')
})

test('a manifest that lost its signature is bad where a key is remembered', async () => {
  await check(FIRST)
  sign({ key: null, signature: null })
  expect(await outcome(FIRST)).toBe('bad')
  sites.clear()
  expect(await outcome(FIRST)).toBe('not-signed')
  expect(sites.size).toBe(0)
})

test('a swapped key without its signature, and a truncated signature, are bad', async () => {
  await check(FIRST)
  const file = path.join(dist, 'bulk/manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(publicKey, stranger.key.publicKey))
  expect(await outcome(FIRST)).toBe('bad')
  show(old)
  const signature = path.join(dist, 'bulk/manifest.json.sig')
  writeFileSync(signature, readFileSync(signature, 'utf8').slice(0, 40))
  expect(await outcome(FIRST)).toBe('bad')
})

test('nothing is remembered of files that do not match', async () => {
  writeFileSync(path.join(dist, 'bulk/latest/facts.parquet'), 'x')
  expect(await outcome(FIRST)).toBe('bad')
  expect(sites.size).toBe(0)
})

test('only listed files count: one more beside them is not checked, one more in the list must be there', async () => {
  const { files } = await check(FIRST, publicKey)
  writeFileSync(path.join(dist, 'bulk/latest/more.parquet'), 'x')
  expect(await check(FIRST, publicKey)).toMatchObject({ outcome: 'good', files })
  const [one] = readManifestFile(dist).files
  sign({ files: [...readManifestFile(dist).files, { ...one, path: 'latest/other.parquet' }] })
  const report = await check(FIRST, publicKey)
  expect([report.outcome, report.failures[0]?.name]).toEqual(['bad', 'latest/other.parquet'])
})

test.each([
  ['a version that is a text', { version: '9' }],
  ['a negative version', { version: -1 }],
  ['a version beyond whole numbers', { version: 2 ** 60 }],
  ['an expiry without a time', { expires: 'never' }],
  ['an expiry that is no time', { expires: '2026-13-45T99:99:99Z' }],
])('a signed manifest with %s is none', async (_, change) => {
  sign(change)
  expect(await check(FIRST, publicKey)).toMatchObject({
    ...{ outcome: 'bad', snapshot: null, failures: [{ what: 'manifest' }] },
  })
})

test('a manifest that is nested too deep is none, before it is parsed', async () => {
  const deep = `${'['.repeat(MAX_NESTING)}${']'.repeat(MAX_NESTING)}`
  write(`{"format":${deep}}`)
  const { outcome: found, failures } = await check(FIRST, publicKey)
  expect([found, failures[0]?.found]).toEqual(['bad', expect.stringContaining('too deep')])
})

test('a memory with a key that is none stops the check', async () => {
  const broken = { publicKey: 'x', version: 1, checkedAt: FIRST.toISOString() }
  await expect(
    verifyBulk({
      ...{ from: dist, now: FIRST },
      memory: { recall: async () => broken, remember: async () => {} },
    }),
  ).rejects.toThrow('remembered')
})
