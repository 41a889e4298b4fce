import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../domain/catalogue.ts'
import { isSignedBy } from '../domain/signature.ts'
import {
  catalogueOf,
  newSigner,
  publishTables,
  readManifestFile,
} from '../testing/bulk/bulk-world.ts'
import { DAY, NEXT_DAY, rows } from '../testing/pipeline/bodies.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { bulkOnline } from './earlier-bulk.ts'
import { type BulkSettings, finishBulk, readDraft } from './finish-bulk.ts'

const signer = newSigner()
const NOW = new Date('2026-11-20T06:00:00Z')
const settings: BulkSettings = { signer, formerKeys: [], now: NOW, refreshDays: 4 }

let first: Catalogue
let second: Catalogue
/** Another snapshot of the first day. */
let other: Catalogue
let folder: string
let at: (name: string) => string

beforeAll(async () => {
  first = await catalogueOf()
  second = await catalogueOf(rows(6), NEXT_DAY)
  other = await catalogueOf(rows(5))
})
beforeEach(() => {
  folder = folderOfTest()
  at = (name) => path.join(folder, name)
})

const read = (dist: string, file: string) => readFileSync(at(`${dist}/bulk/${file}`))
const paths = ({ copies }: { copies: { path: string }[] }) => copies.map((copy) => copy.path)

describe(finishBulk, () => {
  test('keeps the dated copy of an earlier day to the byte, beside that of the new day', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    const manifest = await publishTables({
      live: second,
      distDir: at('two'),
      before: at('one'),
      settings,
    })
    expect(paths(manifest)).toEqual([NEXT_DAY, DAY])
    for (const file of ['manifest.json', 'manifest.json.sig', 'scores.parquet', 'facts.parquet']) {
      expect(read('two', `${DAY}/${file}`)).toEqual(read('one', `${DAY}/${file}`))
    }
    expect(manifest.lost).toEqual([])
  })

  test('makes no second copy of the same tables, whatever the code says', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    rmSync(at('one/bulk/latest'), { recursive: true })
    const manifest = await publishTables({
      live: first,
      distDir: at('two'),
      before: at('one'),
      settings,
    })
    expect(paths(manifest)).toEqual([DAY])
    expect(read('two', `${DAY}/manifest.json`)).toEqual(read('one', `${DAY}/manifest.json`))
  })

  test('gives other tables of a day a number, so that no address changes its bytes', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    const two = await publishTables({
      live: other,
      distDir: at('two'),
      before: at('one'),
      settings,
    })
    expect(paths(two)).toEqual([`${DAY}-2`, DAY])
    const three = await publishTables({
      live: first,
      distDir: at('3'),
      before: at('two'),
      settings,
    })
    expect(paths(three)).toEqual([`${DAY}-2`, DAY])
  })

  test('signs exactly the bytes of each manifest', async () => {
    const { key, signature } = await publishTables({ live: first, distDir: at('one'), settings })
    expect([key, signature]).toEqual([signer.key, 'manifest.json.sig'])
    for (const name of ['manifest.json', `${DAY}/manifest.json`]) {
      const [bytes, sig] = [
        new Uint8Array(read('one', name)),
        read('one', `${name}.sig`).toString(),
      ]
      expect(await isSignedBy(signer.key.publicKey, bytes, sig)).toBe(true)
      expect(await isSignedBy(newSigner().key.publicKey, bytes, sig)).toBe(false)
      bytes[20] = (bytes[20] ?? 0) ^ 1
      expect(await isSignedBy(signer.key.publicKey, bytes, sig)).toBe(false)
    }
    expect(JSON.parse(String(read('one', 'public-key.json')))).toEqual(signer.key)
  })

  test('gives each publication a higher version and an expiry, and a dated copy the version of its making and none', async () => {
    const one = await publishTables({ live: first, distDir: at('one'), settings })
    expect([one.version, one.expires]).toEqual([NOW.getTime() / 1_000, '2026-12-06T06:00:00.000Z'])
    const dated = JSON.parse(String(read('one', `${DAY}/manifest.json`)))
    expect([dated.version, dated.expires]).toEqual([one.version, null])
    const published = { live: first, before: at('one') }
    // The clock went back: the version still rises.
    const back = { ...settings, now: new Date('2020-01-01T00:00:00Z') }
    const two = await publishTables({ ...published, distDir: at('two'), settings: back })
    expect(two.version).toBe(one.version + 1)
    // Nothing is online any more: the clock makes it rise.
    const later = { ...settings, now: new Date(NOW.getTime() + 60_000) }
    const three = await publishTables({ live: first, distDir: at('3'), settings: later })
    expect(three.version).toBe(one.version + 60)
  })

  test('takes no version from a manifest that a stranger signed, and none from one of an earlier format', async () => {
    const far = { ...settings, signer: newSigner(), now: new Date('2226-01-01T00:00:00Z') }
    await publishTables({ live: first, distDir: at('one'), settings: far })
    const before = at('one')
    const two = await publishTables({ live: second, distDir: at('two'), before, settings })
    expect(two.version).toBe(NOW.getTime() / 1_000)
    const { version, expires, ...old } = readManifestFile(at('two'))
    const body = Buffer.from(JSON.stringify(old))
    writeFileSync(at('two/bulk/manifest.json'), body)
    writeFileSync(at('two/bulk/manifest.json.sig'), signer.sign(body))
    const three = await publishTables({
      ...{ live: second, distDir: at('3'), before: at('two'), settings },
    })
    expect(three.version).toBe(NOW.getTime() / 1_000)
    expect(paths(three)).toEqual([NEXT_DAY])
  })

  test('says without a key that nothing is signed, and leaves no signature of before', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    const { signature, key } = await publishTables({ live: first, distDir: at('one') })
    expect([signature, key]).toEqual([null, null])
    expect(existsSync(at('one/bulk/manifest.json.sig'))).toBe(false)
    expect(existsSync(at('one/bulk/public-key.json'))).toBe(false)
  })

  test.each([
    ['changed', (file: string) => writeFileSync(file, 'x'.repeat(readFileSync(file).length))],
    ['truncated', (file: string) => truncateSync(file, 100)],
    ['gone', (file: string) => rmSync(file)],
  ])('names a copy as lost whose file was %s, and never makes it again', async (_, damage) => {
    await publishTables({ live: first, distDir: at('one'), settings })
    damage(at(`one/bulk/${DAY}/signals.parquet`))
    const manifest = await publishTables({
      live: first,
      distDir: at('2'),
      before: at('one'),
      settings,
    })
    const [lost] = manifest.lost
    expect(lost).toMatchObject({ path: DAY, snapshot: first.snapshot.publicId })
    expect(lost?.why).toContain('signals.parquet')
    expect(paths(manifest)).toEqual([`${DAY}-2`])
    expect(existsSync(at(`2/bulk/${DAY}`))).toBe(false)
    // It stays named.
    const later = await publishTables({ live: second, distDir: at('3'), before: at('2'), settings })
    expect(later.lost).toEqual(manifest.lost)
  })

  test('carries over no copies of a manifest that another key signed, that is not signed, or that was changed', async () => {
    const before = at('one')
    const next = (name: string, own = settings) =>
      publishTables({ live: second, distDir: at(name), before, settings: own })
    await publishTables({ live: first, distDir: before, settings })
    const stranger = { ...settings, signer: newSigner() }
    expect((await next('two', stranger)).lost[0]?.why).toContain('not signed by this key')
    expect(paths(await next('former', { ...stranger, formerKeys: [signer.key] }))).toContain(DAY)
    const file = at('one/bulk/manifest.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, `${text} `)
    expect((await next('three')).lost[0]?.why).toContain('not signed by this key')
    await publishTables({ live: first, distDir: before })
    expect((await next('four')).lost[0]?.why).toContain('was not signed')
  })

  test('names every dated folder as lost when the manifest that listed them is no manifest', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    writeFileSync(at('one/bulk/manifest.json'), '{')
    const { lost } = await publishTables({
      live: second,
      distDir: at('2'),
      before: at('one'),
      settings,
    })
    expect(lost.map(({ path }) => path)).toEqual([DAY])
  })
})

describe('a build for Netlify', () => {
  const served = (dir: string, status = 200): typeof fetch => {
    return async (input) => {
      const file = path.join(dir, new URL(String(input)).pathname)
      if (!existsSync(file)) return new Response(null, { status: 404 })
      return status === 200 ? new Response(readFileSync(file)) : new Response(null, { status })
    }
  }
  const online = (request: typeof fetch) =>
    bulkOnline('https://site.example', request, async () => {})

  test('adds the copies of the site that is online to tables that were made without them', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    await publishTables({ live: second, distDir: at('two'), settings })
    const next = at('two/bulk')
    const earlier = online(served(at('one')))
    const manifest = await finishBulk({
      folder: next,
      draft: readDraft(next),
      earlier,
      ...settings,
    })
    expect(paths(manifest)).toEqual([NEXT_DAY, DAY])
    expect(read('two', `${DAY}/manifest.json`)).toEqual(read('one', `${DAY}/manifest.json`))
    expect(readManifestFile(at('two'))).toEqual(manifest)
  })

  test('publishes a day again under the address that is online, and stops when the site cannot be read', async () => {
    await publishTables({ live: first, distDir: at('one'), settings })
    cpSync(at('one'), at('two'), { recursive: true })
    const next = at('two/bulk')
    const draft = () => readDraft(next)
    const manifest = await finishBulk({
      ...{ folder: next, draft: draft(), earlier: online(served(at('one'))), ...settings },
    })
    expect(paths(manifest)).toEqual([DAY])
    const down = online(served(at('one'), 502))
    await expect(
      finishBulk({ folder: next, draft: draft(), earlier: down, ...settings }),
    ).rejects.toThrow('the build stops')
  })
})
