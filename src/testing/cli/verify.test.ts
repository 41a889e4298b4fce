import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSigningKey, readSigner } from '../../bulk/signing.ts'
import { publishBulk } from '../../publish/publish-bulk.ts'
import { publishTo, seedCatalogues, temporaryFolder } from '../published/two-snapshots.ts'
import { runWithin } from './in-process.ts'

const signer = readSigner(createSigningKey())
const stranger = readSigner(createSigningKey())
const folder = temporaryFolder()
const signed = path.join(folder.dir, 'dist/bulk')
const unsigned = path.join(folder.dir, 'unsigned/bulk')
const bulk = path.join(folder.dir, 'tried')
let snapshotId = ''
let protocols = 0

beforeAll(async () => {
  const { after } = await seedCatalogues()
  snapshotId = after.snapshot.publicId
  protocols = after.entries.length
  const dist = path.dirname(signed)
  await publishTo(dist, after)
  cpSync(dist, path.dirname(unsigned), { recursive: true })
  const publishedBy = (by: typeof signer, distDir: string) =>
    publishBulk({ distDir, codeFingerprint: 'test', signer: by, formerKeys: [] }).add(
      distDir,
      after,
    )
  await publishedBy(signer, dist)
  await publishedBy(null, path.dirname(unsigned))
}, 60_000)

beforeEach(() => {
  rmSync(bulk, { recursive: true, force: true })
  cpSync(signed, bulk, { recursive: true })
})

afterAll(() => folder.remove())

const verify = (...words: string[]) => runWithin(['verify', ...words])
/** Changes one letter in the middle of a file. */
function tamper(name: string): void {
  const bytes = readFileSync(path.join(bulk, name))
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path.join(bulk, name), bytes)
}

test('files as they were signed are good, and the key that was trusted is named', async () => {
  const { code, stdout, stderr } = await verify(bulk)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('GOOD')
  expect(stdout).toContain(snapshotId)
  expect(stdout).toContain(`${protocols} scores as the sum of`)
  expect(stdout).toContain(`${signer?.key.id}, named by the site itself`)
})

test('a key that is known is checked for, in base64 or out of a file', async () => {
  const pem = path.join(bulk, 'public-key.pem')
  for (const key of [signer?.key.publicKey ?? '', pem]) {
    const { code, stdout } = await verify(bulk, '--public-key', key)
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

test('files that nobody signed are never good', async () => {
  const { code, stdout } = await verify(unsigned)
  expect([code, stdout.includes('GOOD'), stdout.includes('NOT SIGNED')]).toEqual([3, false, true])
})

test('where there are no files, it says that', async () => {
  const { code, stdout } = await verify(path.join(folder.dir, 'nowhere'))
  expect([code, stdout.includes('NOT CHECKED')]).toEqual([1, true])
})

test('--json is the report', async () => {
  const { stdout } = await verify(bulk, '--json')
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
