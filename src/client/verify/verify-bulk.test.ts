import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ManifestSigner } from '../../bulk/signing.ts'
import type { BulkManifest } from '../../contract/bulk.ts'
import { sha256 } from '../../contract/hash.ts'
import {
  catalogueOf,
  newSigner,
  publishTables,
  readManifestFile,
} from '../../testing/bulk/bulk-world.ts'
import { NEXT_DAY, rows } from '../../testing/pipeline/bodies.ts'
import { folderOfTest, temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Remembered, type VerifyBulkOptions, verifyBulk } from './verify-bulk.ts'

const signer = newSigner()
const { publicKey } = signer.key
const source = temporaryFolder()
let folder: string
let dist: string
const at = (file: string) => path.join(dist, 'bulk', file)

beforeAll(async () => {
  const settings = { signer, formerKeys: [] }
  await publishTables({
    live: await catalogueOf(),
    distDir: path.join(source, 'old'),
    settings,
  })
  const live = await catalogueOf(rows(6), NEXT_DAY)
  const before = path.join(source, 'old')
  await publishTables({ live, distDir: path.join(source, 'new'), before, settings })
})
beforeEach(() => {
  folder = folderOfTest()
  dist = path.join(folder, 'dist')
  cpSync(path.join(source, 'new'), dist, { recursive: true })
})

/** A check by a machine that never checked before. */
const check = (options: Omit<VerifyBulkOptions, 'memory' | 'now'>) => {
  const sites = new Map<string, Remembered>()
  return verifyBulk({
    now: new Date(),
    memory: {
      recall: async (site) => sites.get(site) ?? null,
      remember: async (site, seen) => void sites.set(site, seen),
    },
    ...options,
  })
}

/** Serves the folder as a site. */
const served =
  (health: string | null, broken = ''): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(String(input))
    if (pathname === broken) return new Response(null, { status: 503 })
    if (pathname === '/v1/health') {
      return health === null
        ? new Response(null, { status: 503 })
        : Response.json({ success: true, data: { snapshot: { id: health } } })
    }
    const file = path.join(dist, pathname)
    if (!existsSync(file)) return new Response(null, { status: 404 })
    return new Response(readFileSync(file))
  }

/** Writes a manifest again and signs it, as the owner of the key could. */
function rewrite(
  change: (manifest: BulkManifest) => void,
  by: ManifestSigner | null = signer,
): void {
  const manifest = readManifestFile(dist)
  change(manifest)
  const body = Buffer.from(JSON.stringify(manifest))
  writeFileSync(at('manifest.json'), body)
  if (by) writeFileSync(at('manifest.json.sig'), by.sign(body))
}

/** Changes rows of a table and everything that vouches for them. */
function alter(table: string, change: (row: Record<string, unknown>) => void): void {
  const file = `latest/${table}.ndjson.gz`
  const lines = gunzipSync(readFileSync(at(file)))
    .toString()
    .trimEnd()
    .split('\n')
  const body = gzipSync(
    lines
      .map((line) => {
        const row = JSON.parse(line)
        change(row)
        return `${JSON.stringify(row)}\n`
      })
      .join(''),
  )
  writeFileSync(at(file), body)
  rewrite(({ files }) => {
    const own = files.find((one) => one.path === file)
    if (own) Object.assign(own, { bytes: body.length, sha256: sha256(body) })
  })
}

describe(verifyBulk, () => {
  test('finds published tables good, and names what a dated folder and a first check leave open', async () => {
    const { snapshot } = readManifestFile(dist)
    const report = await check({ from: dist, publicKey })
    expect(report).toMatchObject({ outcome: 'good', files: 17, protocols: 6, failures: [] })
    expect(report.signals).toBeGreaterThan(100)
    expect(report.key).toMatchObject({ id: signer.key.id, trust: 'pinned' })
    const dated = await check({ from: at(NEXT_DAY), publicKey })
    expect(dated).toMatchObject({ outcome: 'freshness-unknown', files: 5, protocols: 0 })
    const online = await check({ from: 'https://site.example', fetch: served(snapshot.id) })
    expect(online).toMatchObject({ outcome: 'first-use', online: snapshot.id })
    expect(online.key?.trust).toBe('first-use')
    const past = `https://site.example/bulk/${NEXT_DAY}/manifest.json`
    expect(await check({ from: past, fetch: served('later') })).toMatchObject({
      outcome: 'freshness-unknown',
    })
  })

  test('calls unsigned tables not signed, never good, and bad when a key is expected', async () => {
    rewrite((manifest) => Object.assign(manifest, { signature: null, key: null }), null)
    expect(await check({ from: dist })).toMatchObject({ outcome: 'not-signed', failures: [] })
    const { outcome, failures } = await check({ from: dist, publicKey })
    expect([outcome, failures.map(({ what }) => what)]).toEqual(['bad', ['signature']])
  })

  test.each([
    ['changed', (file: string) => writeFileSync(file, swapByte(readFileSync(file))), 'SHA-256'],
    ['truncated', (file: string) => truncateSync(file, 50), '50 bytes'],
    ['longer', (file: string) => writeFileSync(file, 'x', { flag: 'a' }), 'more than'],
    ['gone', (file: string) => rmSync(file), 'no such file'],
  ])('names a file that was %s', async (_, damage, found) => {
    for (const file of ['latest/scores.parquet', 'latest/plimsoll.sqlite', 'latest/facts.csv.gz']) {
      damage(at(file))
    }
    const { outcome, failures } = await check({ from: dist, publicKey })
    expect(outcome).toBe('bad')
    expect(failures.map(({ name }) => name)).toEqual([
      ...['latest/scores.parquet', 'latest/facts.csv.gz', 'latest/plimsoll.sqlite'],
    ])
    for (const failure of failures) expect(failure.found).toContain(found)
  })

  test('names two files that changed places', async () => {
    const [a, b] = ['latest/scores.parquet', 'latest/signals.parquet']
    renameSync(at(a), at('x'))
    renameSync(at(b), at(a))
    renameSync(at('x'), at(b))
    const { failures } = await check({ from: dist, publicKey })
    expect(failures.map(({ name }) => name)).toEqual([a, b])
  })

  test('names a signature of other bytes, one that is none, and one that is gone', async () => {
    const good = readFileSync(at('manifest.json.sig'), 'utf8')
    for (const text of [signer.sign(Buffer.from('other')), 'no base64!', '', `${good}AAAA`]) {
      writeFileSync(at('manifest.json.sig'), text)
      const { outcome, failures } = await check({ from: dist })
      expect([outcome, failures[0]?.name]).toEqual(['bad', 'manifest.json.sig'])
    }
    rmSync(at('manifest.json.sig'))
    expect(await check({ from: dist })).toMatchObject({ outcome: 'bad' })
  })

  test('names a manifest that was changed after it was signed', async () => {
    rewrite(({ files }) => files.splice(0, 1), null)
    const { outcome, failures } = await check({ from: dist, publicKey })
    expect([outcome, failures[0]?.found]).toEqual(['bad', 'a signature of other bytes'])
  })

  test('says whose key it was when another one is expected, and that ours is a former one', async () => {
    const thief = newSigner()
    rewrite((manifest) => Object.assign(manifest, { key: thief.key }), thief)
    const stolen = await check({ from: dist, publicKey })
    expect([stolen.outcome, stolen.failures[0]?.found]).toEqual([
      'bad',
      `the manifest names the key ${thief.key.id}`,
    ])
    // Without a key to expect, the report says that it is the first.
    expect(await check({ from: dist })).toMatchObject({
      outcome: 'first-use',
      key: { trust: 'first-use' },
    })
    rewrite((manifest) => Object.assign(manifest, { formerKeys: [signer.key] }), thief)
    const rotated = await check({ from: dist, publicKey: signer.pem })
    expect([rotated.outcome, rotated.failures[0]?.found]).toEqual([
      'bad',
      `the manifest names the key ${thief.key.id}, which names the expected key as a former one`,
    ])
  })

  test('names an older snapshot with a valid signature, by what the site serves', async () => {
    const { snapshot } = readManifestFile(dist)
    dist = path.join(source, 'old')
    const old = readManifestFile(dist).snapshot
    const report = await check({
      from: 'https://site.example/',
      publicKey,
      fetch: served(snapshot.id),
    })
    expect(report.outcome).toBe('bad')
    expect(report.failures).toEqual([
      {
        what: 'snapshot',
        name: 'manifest.json',
        expected: snapshot.id,
        found: `${old.id} of ${old.asOf}`,
      },
    ])
    const silent = await check({
      from: 'https://site.example/',
      publicKey,
      fetch: served(null),
    })
    expect(silent).toMatchObject({ outcome: 'good', online: null, snapshot: { day: old.asOf } })
  })

  test.each([
    ['signals', 'contribution', 0.4],
    ['scores', 'composite_exact', 1.234567],
    ['scores', 'composite', 9.9],
    ['scores', 'level', 'very-low'],
    ['scores', 'smart_contract_contribution', 0.1],
    ['scores', 'smart_contract_weight', 0.9],
  ])('names a protocol whose %s do not add up, though signed: %s', async (table, column, value) => {
    let done = false
    let id = ''
    alter(table, (row) => {
      if (done || row[column] === null || row[column] === value) return
      row[column] = value
      id = String(row.protocol_id ?? row.id)
      done = true
    })
    const { outcome, failures } = await check({ from: dist, publicKey })
    expect(outcome).toBe('bad')
    expect(new Set(failures.map(({ what, name }) => `${what} ${name}`))).toEqual(
      new Set([`protocol ${id}`]),
    )
    expect(failures[0]?.expected).not.toBe(failures[0]?.found)
  })

  test('names a protocol without a score, and one that is there twice', async () => {
    alter('scores', (row) => {
      if (row.id === 'harbour-2') row.id = 'harbour-3'
    })
    const { failures } = await check({ from: dist, publicKey })
    expect(failures.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['harbour-2', 'harbour-3']),
    )
  })

  test.each([
    ['a line without an end', gzipSync(Buffer.alloc(3_000_000, 'x')), 'a line is too long'],
    ['a line that is no JSON', gzipSync('{\n'), 'a line is no JSON'],
    ['no packing', Buffer.from('{"a":1}\n'), 'not packed'],
    [
      'half of its bytes',
      gzipSync(Buffer.from('{"a":"bcdefghijklmnopq"}\n')).subarray(0, 24),
      'not whole',
    ],
  ])('names a signed table with %s, and reads no further', async (_, body, found) => {
    const file = 'latest/signals.ndjson.gz'
    writeFileSync(at(file), body)
    rewrite(({ files }) => {
      const own = files.find((one) => one.path === file)
      if (own) Object.assign(own, { bytes: body.length, sha256: sha256(body) })
    })
    const { outcome, failures } = await check({ from: dist, publicKey })
    expect([outcome, failures[0]?.name]).toEqual(['bad', file])
    expect(failures[0]?.found).toContain(found)
  })

  test('reads no file outside the folder, whatever a manifest lists', async () => {
    for (const file of [
      '../_data/manifest.json',
      '/etc/hostname',
      'latest/../../x',
      'https://x.example',
    ]) {
      rewrite(({ files }) => Object.assign(files[0] ?? {}, { path: file }))
      const { outcome, failures } = await check({ from: dist, publicKey })
      expect([outcome, failures[0]?.what]).toEqual(['bad', 'manifest'])
    }
  })

  test('says that it could not check what it could not read, and what a manifest is when it is none', async () => {
    const { snapshot } = readManifestFile(dist)
    const broken = served(snapshot.id, '/bulk/latest/facts.parquet')
    const report = await check({ from: 'https://site.example', publicKey, fetch: broken })
    expect(report).toMatchObject({
      outcome: 'cannot-be-checked',
      failures: [{ name: 'latest/facts.parquet' }],
    })
    const down = async () => Promise.reject(new TypeError('fetch failed'))
    expect(await check({ from: 'https://site.example', fetch: down })).toMatchObject({
      outcome: 'cannot-be-checked',
    })
    for (const text of ['', '{', '[]', '{"format":2}', '"x"']) {
      writeFileSync(at('manifest.json'), text)
      expect(await check({ from: dist })).toMatchObject({ outcome: 'bad', snapshot: null })
    }
    writeFileSync(at('manifest.json'), ' '.repeat(1_000_001))
    expect((await check({ from: dist })).failures[0]?.found).toContain('longer than')
  })

  test('refuses a key that is none', async () => {
    await expect(check({ from: dist, publicKey: 'abc' })).rejects.toThrow(TypeError)
  })
})

function swapByte(bytes: Buffer): Buffer {
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  return bytes
}

test('a named pipe in place of a file is not waited for', async () => {
  rmSync(at('latest/facts.parquet'))
  execFileSync('mkfifo', [at('latest/facts.parquet')])
  const report = await check({ from: dist })
  expect(report.outcome).toBe('cannot-be-checked')
  expect(report.failures[0]?.found).toContain('not a regular file')
})
