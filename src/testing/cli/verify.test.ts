import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createSigningKey, readSigner } from '../../bulk/signing.ts'
import { publishBulk } from '../../publish/publish-bulk.ts'
import { publishedSeed, publishedSeedWithTables } from '../published/published-seed.ts'
import { seedCatalogues } from '../published/two-snapshots.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { runWithin } from './in-process.ts'

const signer = readSigner(createSigningKey())
const stranger = readSigner(createSigningKey())
const folder = temporaryFolder()
const signed = path.join(folder, 'dist/bulk')
const bulk = path.join(folder, 'tried')
let unsigned = ''
let snapshotId = ''
let protocols = 0

beforeAll(async () => {
  const { after } = await seedCatalogues()
  snapshotId = after.snapshot.publicId
  protocols = after.entries.length
  unsigned = path.join(await publishedSeedWithTables(), 'bulk')
  const dist = path.dirname(signed)
  cpSync(await publishedSeed(), dist, { recursive: true })
  await publishBulk({
    ...{ distDir: dist, codeFingerprint: 'test', signer, formerKeys: [] },
    ...{ now: new Date(), refreshDays: 4 },
  }).add(dist, after)
})

beforeEach(() => {
  rmSync(bulk, { recursive: true, force: true })
  rmSync(path.join(folder, 'state'), { recursive: true, force: true })
  cpSync(signed, bulk, { recursive: true })
})

const env = { XDG_STATE_HOME: path.join(folder, 'state') }
const memory = path.join(env.XDG_STATE_HOME, 'plimsoll/verify.json')
const key = ['--public-key', signer?.key.publicKey ?? '']
const verify = (...words: string[]) => runWithin(['verify', ...words], env)
/** Changes one letter in the middle of a file. */
function tamper(name: string): void {
  const bytes = readFileSync(path.join(bulk, name))
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path.join(bulk, name), bytes)
}

test('files as they were signed are good from the second check on, and the key is named', async () => {
  const first = await verify(bulk)
  expect([first.code, first.stderr, first.stdout.includes('GOOD')]).toEqual([5, '', false])
  expect(first.stdout).toContain('FIRST KEY SEEN, remembered')
  expect(first.stdout).toContain(`${signer?.key.id}, named by the site itself`)
  const { code, stdout, stderr } = await verify(bulk)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('GOOD')
  expect(stdout).toContain(snapshotId)
  expect(stdout).toContain(`${protocols} scores as the sum of`)
  expect(stdout).toContain(`${signer?.key.id}, the one of the last check`)
})

test('files that another key signed say how to accept it', async () => {
  await verify(bulk)
  const manifest = path.join(bulk, 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  const swapped = { ...JSON.parse(text), key: stranger?.key }
  writeFileSync(manifest, JSON.stringify(swapped))
  writeFileSync(`${manifest}.sig`, stranger?.sign(readFileSync(manifest)) ?? '')
  const { code, stdout } = await verify(bulk)
  expect([code, stdout.includes('--public-key KEY')]).toEqual([6, true])
  expect(stdout).toContain(`${stranger?.key.id}, named by the site itself, in place of`)
  expect((await verify(bulk, '--public-key', stranger?.key.publicKey ?? '')).code).toBe(0)
  expect((await verify(bulk)).code).toBe(0)
})

test('an older manifest is replayed and one that is over is expired, each with its own code', async () => {
  const manifest = path.join(bulk, 'manifest.json')
  const signed = { ...JSON.parse(readFileSync(manifest, 'utf8')) }
  const show = (change: object) => {
    const body = JSON.stringify({ ...signed, ...change })
    writeFileSync(manifest, body)
    writeFileSync(`${manifest}.sig`, signer?.sign(Buffer.from(body)) ?? '')
  }
  expect((await verify(bulk, ...key)).code).toBe(0)
  show({ version: signed.version - 1 })
  const replayed = await verify(bulk, ...key)
  expect([replayed.code, replayed.stdout.includes('REPLAYED')]).toEqual([7, true])
  show({ expires: '2026-01-01T00:00:00Z' })
  const expired = await verify(bulk, ...key)
  expect([expired.code, expired.stdout.includes('EXPIRED')]).toEqual([8, true])
  show({ version: undefined, expires: undefined })
  rmSync(memory)
  const early = await verify(bulk, ...key)
  expect([early.code, early.stdout.includes('FRESHNESS UNKNOWN')]).toEqual([9, true])
})

test('a memory that was put back learns the version again, and one that is gone begins with the first key', async () => {
  await verify(bulk, ...key)
  const { version } = JSON.parse(readFileSync(path.join(bulk, 'manifest.json'), 'utf8'))
  const seen = readFileSync(memory, 'utf8')
  expect(seen).toContain(`"version":${version}`)
  writeFileSync(memory, seen.replace(String(version), '1'))
  expect((await verify(bulk)).code).toBe(0)
  expect(readFileSync(memory, 'utf8')).toContain(`"version":${version}`)
  rmSync(memory)
  expect((await verify(bulk)).code).toBe(5)
})

test('a memory that is damaged, or cannot be kept, is a fault in a sentence and never good', async () => {
  for (const text of ['', '{', '[]', '{"format":1,"sites":{"x":{}}}', '['.repeat(200_000)]) {
    mkdirSync(path.dirname(memory), { recursive: true })
    writeFileSync(memory, text)
    const { code, stdout, stderr } = await verify(bulk, ...key)
    expect([code, stdout, stderr.includes(memory)]).toEqual([2, '', true])
    expect(readFileSync(memory, 'utf8')).toBe(text)
  }
  const blocked = path.join(bulk, 'manifest.json', 'state.json')
  const unwritable = await verify(bulk, ...key, '--state', blocked)
  expect([unwritable.code, unwritable.stdout]).toEqual([2, ''])
  const homeless = await runWithin(['verify', bulk, ...key])
  expect([homeless.code, homeless.stderr.includes('--state')]).toEqual([2, true])
})

test('--state and PLIMSOLL_VERIFY_STATE name the memory, which only its owner can read', async () => {
  const [option, variable] = ['a/b.json', 'c.json'].map((name) =>
    path.join(env.XDG_STATE_HOME, name),
  )
  const named = { PLIMSOLL_VERIFY_STATE: variable ?? '' }
  await runWithin(['verify', bulk, '--state', option ?? ''], named)
  expect([existsSync(option ?? ''), existsSync(variable ?? '')]).toEqual([true, false])
  await runWithin(['verify', bulk], named)
  expect(statSync(variable ?? '').mode & 0o777).toBe(0o600)
  expect(readdirSync(path.dirname(variable ?? '')).toSorted()).toEqual(['a', 'c.json'])
})

test('a key that is known is checked for, in base64 or out of a file', async () => {
  const pem = path.join(bulk, 'public-key.pem')
  for (const text of [signer?.key.publicKey ?? '', pem]) {
    const { code, stdout } = await verify(bulk, '--public-key', text)
    expect([code, stdout.includes('the one you named')]).toEqual([0, true])
  }
  const other = await verify(bulk, '--public-key', stranger?.key.publicKey ?? '')
  expect([other.code, other.stdout.includes(`signed by ${stranger?.key.id}`)]).toEqual([1, true])
  const none = await verify(bulk, '--public-key', 'nonsense')
  expect([none.code, none.stdout]).toEqual([2, ''])
})

test.each(['latest/scores.csv', 'latest/signals.ndjson.gz', 'manifest.json.sig'])(
  'a changed %s is named',
  async (name) => {
    tamper(name)
    const { code, stdout } = await verify(bulk)
    expect(code).toBe(1)
    expect(stdout).toContain('DOES NOT MATCH')
    expect(stdout).toContain(name)
  },
)

test('a changed manifest is named, and sends nothing to the terminal', async () => {
  const file = path.join(bulk, 'manifest.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(snapshotId, `${snapshotId}\\u001b[2J\\u202e`))
  const { code, stdout } = await verify(bulk)
  expect(code).toBe(1)
  expect(stdout).toContain('manifest.json')
  expect(stdout).not.toContain('\u001b')
  expect(stdout).not.toContain('\u202e')
})

test('a missing file is named', async () => {
  rmSync(path.join(bulk, 'latest/facts.parquet'))
  const { code, stdout } = await verify(bulk)
  expect([code, stdout.includes('latest/facts.parquet')]).toEqual([1, true])
})

test('unsigned files are never good', async () => {
  const { code, stdout } = await verify(unsigned)
  expect([code, stdout.includes('GOOD'), stdout.includes('NOT SIGNED')]).toEqual([3, false, true])
})

test('where there are no files, it says that nothing was checked, and where a manifest is none, that it does not match', async () => {
  const { code, stdout } = await verify(path.join(folder, 'nowhere'))
  expect([code, stdout.includes('NOT CHECKED')]).toEqual([4, true])
  const { stdout: json } = await verify(path.join(folder, 'nowhere'), '--json')
  expect(JSON.parse(json).outcome).toBe('cannot-be-checked')
  writeFileSync(path.join(bulk, 'manifest.json'), '{}')
  const none = await verify(bulk)
  expect([none.code, none.stdout.includes('DOES NOT MATCH')]).toEqual([1, true])
})

test('--json is the report', async () => {
  const { stdout } = await verify(bulk, ...key, '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ outcome: 'good', failures: [], protocols, snapshot: { id: snapshotId } },
  })
})

test('a site is checked by --url, and one that shows an older snapshot than it serves is named', async () => {
  let online = snapshotId
  let isSilent = false
  const server: Server = createServer((request, response) => {
    if (isSilent) return
    if (request.url === '/v1/health') {
      response.end(JSON.stringify({ success: true, data: { snapshot: { id: online } } }))
      return
    }
    response.end(readFileSync(path.join(bulk, (request.url ?? '').replace('/bulk/', ''))))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect((await verify('--url', url)).code).toBe(5)
    expect((await verify('--url', url)).code).toBe(0)
    online = 'a-later-one'
    const { code, stdout } = await verify(url)
    expect([code, stdout.includes('a-later-one')]).toEqual([1, true])
    isSilent = true
    const late = await verify(url, '--timeout', '0.2')
    expect([late.code, late.stdout.includes('cannot be read')]).toEqual([4, true])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
