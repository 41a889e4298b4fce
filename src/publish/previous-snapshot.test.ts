import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../contract/hash.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import { PlimsollError } from '../domain/errors.ts'
import { anEntry, aProtocol, commitRegistry, takeOne, tvlOf } from '../store/fixtures/batches.ts'
import { measureHistory } from '../store/history.ts'
import { openStore, type Store } from '../store/open.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { placeOf } from './history-place.ts'
import { packStore } from './pack-store.ts'
import { fetchPrevious } from './previous-snapshot.ts'
import { publishStore } from './publish-store.ts'

const SITE = 'https://plimsoll.example'

let folder = ''

beforeEach(() => {
  folder = folderOfTest()
})

function addSnapshots(store: Store, days: string[], points = 0): void {
  const insert = store.prepare(
    "INSERT INTO snapshots (as_of, computed_at, methodology, origin, fingerprint, context) VALUES (?, ?, '1', 'live', 'f', '{}')",
  )
  for (const day of days) insert.run(day, `${day}T00:00:00.000Z`)
  const point = store.prepare('INSERT INTO tvl_daily VALUES (1, 0, ?, 1)')
  for (let day = 0; day < points; day += 1) point.run(day)
}

const ABOUT = {
  snapshot: { id: '2026-11-21-abc', asOf: '2026-11-21' },
  content: 'c'.repeat(64),
  deploys: ['2026-11-03', '2026-11-21'],
}

/** A site as it is published: its manifest and the bytes of its store. */
async function published(days: string[], points = 0) {
  const distDir = path.join(folder, 'dist')
  const store = openStore(path.join(folder, 'source.sqlite'))
  addSnapshots(store, days, points)
  const manifest = await publishStore({ store, distDir, ...ABOUT })
  store.close()
  const packed = new Uint8Array(readFileSync(path.join(distDir, 'snapshot', manifest.store.name)))
  return { manifest, packed, distDir, address: `/snapshot/${manifest.store.name}` }
}

type Reply = () => Response
type Bytes = Uint8Array<ArrayBuffer>

/** Answers by path; a list is answered one after the other. */
function answering(replies: Record<string, Reply | Reply[]>) {
  const asked: string[] = []
  const request: typeof fetch = async (input) => {
    const { pathname } = new URL(String(input))
    asked.push(pathname)
    const reply = replies[pathname]
    const next = Array.isArray(reply) ? (reply.length > 1 ? reply.shift() : reply[0]) : reply
    return next ? next() : new Response('Not Found', { status: 404 })
  }
  return { request, asked }
}

const storeFile = () => path.join(folder, 'data/store.sqlite')

const fetchFrom = (request: typeof fetch) =>
  fetchPrevious({
    place: placeOf(SITE, request),
    storeFile: storeFile(),
    pause: async () => {},
    refusal: (why) => new PlimsollError('SNAPSHOT_REFUSED', why),
  })

const refusalOf = async (request: typeof fetch): Promise<string> => {
  const error = await fetchFrom(request).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(PlimsollError)
  expect(existsSync(storeFile())).toBe(false)
  return error instanceof PlimsollError ? `${error.code} ${error.message}` : ''
}

const MANIFEST = '/snapshot/manifest.json'

describe('fetchPrevious', () => {
  test('the store that is online is there afterwards, and nothing else', async () => {
    const { manifest, packed, address } = await published(['2026-11-01', '2026-11-21'], 5)
    const { request } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [address]: () => new Response(packed),
    })

    expect(await fetchFrom(request)).toMatchObject({ manifest })

    const store = openStore(storeFile())
    expect(measureHistory(store)).toEqual({
      snapshots: 2,
      firstDay: '2026-11-01',
      lastDay: '2026-11-21',
      tvlPoints: 5,
    })
    store.close()
    for (const ending of ['.packed', '.part']) expect(existsSync(storeFile() + ending)).toBe(false)
  })

  test('a store as it was published before, plain and packed by gzip, is gone on from', async () => {
    const { manifest, packed } = await published(['2026-11-21'])
    const plain = zstdDecompressSync(packed)
    const gz = new Uint8Array(gzipSync(plain))
    const { store, ...rest } = manifest
    const files = {
      'plimsoll.sqlite': store.unpacked,
      'plimsoll.sqlite.gz': { sha256: sha256(gz), bytes: gz.length },
    }
    const { request } = answering({
      [MANIFEST]: () => Response.json({ ...rest, format: 1, files }),
      '/snapshot/plimsoll.sqlite.gz': () => new Response(gz),
    })

    expect(await fetchFrom(request)).toMatchObject({
      manifest: { history: manifest.history, store: { packing: 'gzip' } },
    })
    expect(existsSync(storeFile())).toBe(true)
  })

  test('where no manifest is, none was published, and that is no failure', async () => {
    const { request, asked } = answering({})

    expect(await fetchFrom(request)).toEqual({ absent: 'no history is published there' })
    expect(asked).toEqual([MANIFEST])
  })

  test.each([
    ['a redirect to log in', () => Response.redirect('https://app.netlify.com/edge-access', 302)],
    ['a page to log in', () => new Response('<html>Log in</html>')],
    ['a refusal', () => new Response('', { status: 401 })],
  ])('a private site, with %s, is named as that', async (_, reply) => {
    const { request } = answering({ [MANIFEST]: reply })

    expect(await fetchFrom(request)).toEqual({
      absent: expect.stringMatching(/private.*Visitor access/),
    })
  })

  test('a manifest without end is not read to its end', async () => {
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces += 1
        controller.enqueue(new Uint8Array(100_000).fill(32))
      },
    })
    const { request } = answering({ [MANIFEST]: () => new Response(endless) })

    expect(await refusalOf(request)).toMatch(/does not match the schema/)
    expect(pieces).toBeLessThan(20)
  })

  test('a store that unpacks to more than its manifest says is refused', async () => {
    const { manifest } = await published(['2026-11-21'])
    const bomb = path.join(folder, 'bomb')
    writeFileSync(bomb, Buffer.alloc(1_000_000))
    await packStore(bomb, `${bomb}.zst`)
    const bytes = new Uint8Array(readFileSync(`${bomb}.zst`))
    const store = { ...manifest.store, sha256: sha256(bytes), bytes: bytes.length }
    store.unpacked = { ...store.unpacked, bytes: 5_000 }
    const { request } = answering({
      [MANIFEST]: () => Response.json({ ...manifest, store }),
      [`/snapshot/${store.name}`]: () => new Response(bytes),
    })

    expect(await refusalOf(request)).toMatch(/unpacks to more than its manifest says/)
  })

  test('a manifest that allows more than any store has is refused before anything is read', async () => {
    const { manifest } = await published(['2026-11-21'])
    for (const store of [
      { ...manifest.store, bytes: 250_000_001 },
      { ...manifest.store, unpacked: { ...manifest.store.unpacked, bytes: 1_000_000_001 } },
    ]) {
      const { request, asked } = answering({
        [MANIFEST]: () => Response.json({ ...manifest, store }),
      })
      expect(await refusalOf(request)).toMatch(/does not match the schema/)
      expect(asked).toEqual([MANIFEST])
    }
  })

  test('a manifest of a later form is refused', async () => {
    const { request } = answering({ [MANIFEST]: () => Response.json({ format: 3 }) })

    expect(await refusalOf(request)).toMatch(/does not match the schema/)
  })

  test('a deploy between the two files is met by asking again', async () => {
    const { manifest, packed, address } = await published(['2026-11-21'])
    const other = new Uint8Array(packed.length)
    const { request, asked } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [address]: [() => new Response(other), () => new Response(packed)],
    })

    expect(await fetchFrom(request)).toMatchObject({ manifest })
    expect(asked).toEqual([MANIFEST, address, MANIFEST, address])
  })

  test.each<[string, (manifest: SnapshotManifest, packed: Bytes) => Reply]>([
    ['altered by one byte', (_, packed) => () => new Response(flipped(packed))],
    ['cut short', (_, packed) => () => new Response(packed.subarray(0, -1))],
    [
      'longer than stated',
      (_, packed) => () => new Response(new Uint8Array([...packed, ...packed])),
    ],
    ['missing', () => () => new Response('', { status: 404 })],
    ['broken off', (_, packed) => () => new Response(breakingOff(packed))],
  ])('a store that is %s is never used', async (_, reply) => {
    const { manifest, packed, address } = await published(['2026-11-21'])
    const { request, asked } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [address]: reply(manifest, packed),
    })

    expect(await refusalOf(request)).toContain('SNAPSHOT_REFUSED')
    expect(asked.filter((path) => path === address)).toHaveLength(3)
  })

  test('a store that goes less far back than its manifest says is refused', async () => {
    const { manifest, packed, address } = await published(['2026-11-21'])
    const boast = { ...manifest, history: { ...manifest.history, snapshots: 2 } }
    const { request } = answering({
      [MANIFEST]: () => Response.json(boast),
      [address]: () => new Response(packed),
    })

    expect(await refusalOf(request)).toMatch(/covers other days than its manifest says/)
  })

  test('a failing server and a failing network are asked three times, then nothing is built', async () => {
    const { request, asked } = answering({ [MANIFEST]: () => new Response('', { status: 503 }) })
    expect(await refusalOf(request)).toContain('status 503')
    expect(asked).toHaveLength(3)

    let tries = 0
    const broken: typeof fetch = async () => {
      tries += 1
      throw new TypeError('fetch failed')
    }
    expect(await refusalOf(broken)).toContain('could not be reached')
    expect(tries).toBe(3)
  })

  test('an older store in its place is replaced whole', async () => {
    const { manifest, packed, address } = await published(['2026-11-21'])
    const { request } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [address]: () => new Response(packed),
    })
    await fetchFrom(request)
    writeFileSync(`${storeFile()}-wal`, 'left behind')

    await fetchFrom(request)

    const store = openStore(storeFile())
    expect(measureHistory(store)?.snapshots).toBe(1)
    store.close()
  })
})

describe('publishStore', () => {
  test('writes files whose hashes are in the manifest, with the deploys of the month', async () => {
    const { manifest, distDir } = await published(['2026-11-21'])

    const written: unknown = JSON.parse(
      readFileSync(path.join(distDir, 'snapshot/manifest.json'), 'utf8'),
    )
    expect(written).toEqual(manifest)
    expect(manifest).toMatchObject({ ...ABOUT, history: { snapshots: 1 } })
  })

  const BEFORE: [day: string, amounts: Record<number, number>][] = [
    ['2026-11-01', { 1: 10, 2: 20 }],
    ['2026-11-02', { 1: 11, 2: 21 }],
    ['2026-11-03', { 1: 12, 2: 22 }],
  ]

  test.each<[string, typeof BEFORE, RegExp]>([
    [
      'lacks a snapshot, though it has as many',
      [...BEFORE.slice(1), ['2026-11-04', { 1: 13, 2: 23 }]],
      /the snapshots of 2026-11-01; TVL of Name 1 \(1 day\), Name 2 \(1 day\)\. History/,
    ],
    [
      'lacks one day of one protocol, though it has more points',
      [
        ['2026-11-01', { 1: 10, 3: 1 }],
        ['2026-11-02', { 1: 11, 2: 21, 3: 1 }],
        ['2026-11-03', { 1: 12, 2: 22, 3: 1 }],
      ],
      /scores of Name 2 \(1 day\); TVL of Name 2 \(1 day\)\. History/,
    ],
    [
      'goes on and lacks a protocol on what was the newest day',
      [...BEFORE.slice(0, 2), ['2026-11-03', { 1: 12 }], ['2026-11-04', { 1: 13, 2: 23 }]],
      /scores of Name 2 \(1 day\); TVL of Name 2 \(1 day\)\. History/,
    ],
  ])('a store that %s is refused, and says what', async (_, days, why) => {
    const earlierFile = storeOf('earlier', BEFORE)
    const distDir = path.join(folder, 'next')
    const store = openStore(storeOf('later', days))

    await expect(publishStore({ store, distDir, earlierFile, ...ABOUT })).rejects.toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message: expect.stringMatching(why),
    })

    expect(existsSync(path.join(distDir, 'snapshot'))).toBe(false)
    store.close()
  })

  test.each([
    ['a score', 'UPDATE score_numbers SET composite = composite + 1 WHERE snapshot_id = 2'],
    ['the TVL beside a score', 'UPDATE score_numbers SET tvl_usd = 9 WHERE snapshot_id = 2'],
    ['the hash', "UPDATE snapshots SET fingerprint = 'other' WHERE id = 2"],
    ['the time', "UPDATE snapshots SET computed_at = '2026-10-01' WHERE id = 2"],
  ])('a store in which %s of a published snapshot was changed is refused', async (_, change) => {
    const earlierFile = storeOf('earlier', BEFORE)
    const store = openStore(storeOf('later', BEFORE))
    store.exec(change)

    const distDir = path.join(folder, 'next')
    await expect(publishStore({ store, distDir, earlierFile, ...ABOUT })).rejects.toMatchObject({
      message: expect.stringContaining('the snapshots of 2026-11-02 as they were published. '),
    })
    store.close()
  })

  test.each<[string, typeof BEFORE]>([
    ['is the same', BEFORE],
    ['goes on', [...BEFORE, ['2026-11-04', { 1: 13 }]]],
    [
      'corrects an amount of the past',
      [...BEFORE.slice(0, 2), ['2026-11-03', { 1: 12, 2: 99 }]].with(0, [
        '2026-11-01',
        { 1: 10.5, 2: 0 },
      ]) as typeof BEFORE,
    ],
    [
      'rebuilds the newest day with one protocol fewer',
      [...BEFORE.slice(0, 2), ['2026-11-03', { 1: 12 }]],
    ],
  ])('a store that %s loses nothing and is published', async (_, days) => {
    const earlierFile = storeOf('earlier', BEFORE)
    const store = openStore(storeOf('later', days))

    const next = await publishStore({
      store,
      distDir: path.join(folder, 'next'),
      earlierFile,
      ...ABOUT,
    })

    expect(next.history.snapshots).toBe(days.length)
    store.close()
  })
})

/** A store with a snapshot of each day: protocols by id with their TVL. */
function storeOf(name: string, days: [day: string, amounts: Record<number, number>][]): string {
  const file = path.join(folder, `${name}.sqlite`)
  const store = openStore(file)
  for (const [day, amounts] of days) {
    const rows = Object.entries(amounts)
    commitRegistry(
      store,
      day,
      ...rows.map(([id, usd]) => aProtocol(Number(id), { tvl: tvlOf(day, { Ethereum: usd }) })),
    )
    takeOne(
      store,
      day,
      rows.map(([id]) => anEntry(Number(id), 4)),
    )
  }
  store.close()
  return file
}

function flipped(bytes: Bytes): Bytes {
  const copy = new Uint8Array(bytes)
  copy[copy.length - 20] = (copy[copy.length - 20] ?? 0) ^ 1
  return copy
}

function breakingOff(bytes: Bytes): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 100))
      controller.error(new Error('connection reset'))
    },
  })
}
