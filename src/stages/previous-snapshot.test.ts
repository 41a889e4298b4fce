import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import { PlimsollError } from '../errors.ts'
import { measureHistory } from '../store/history.ts'
import { openStore, type Store } from '../store/open.ts'
import { fetchPrevious } from './previous-snapshot.ts'
import { publishStore } from './publish-store.ts'

const SITE = 'https://plimsoll.example'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-previous-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function addSnapshots(store: Store, days: string[], points = 0): void {
  const insert = store.prepare(
    "INSERT INTO snapshots (as_of, computed_at, methodology, origin, fingerprint, context) VALUES (?, ?, '1', 'live', 'f', '{}')",
  )
  for (const day of days) insert.run(day, `${day}T00:00:00.000Z`)
  const point = store.prepare('INSERT INTO tvl_daily VALUES (1, ?, 1, 0, 1)')
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
  const manifest = await publishStore({ store, distDir, previous: null, ...ABOUT })
  store.close()
  const packed = new Uint8Array(readFileSync(path.join(distDir, 'snapshot/plimsoll.sqlite.gz')))
  return { manifest, packed, distDir }
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
  fetchPrevious({ siteUrl: SITE, storeFile: storeFile(), fetch: request, pause: async () => {} })

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
const STORE = '/snapshot/plimsoll.sqlite.gz'

describe('fetchPrevious', () => {
  test('the store that is online is there afterwards, and nothing else', async () => {
    const { manifest, packed } = await published(['2026-11-01', '2026-11-21'], 5)
    const { request } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [STORE]: () => new Response(packed),
    })

    expect(await fetchFrom(request)).toEqual(manifest)

    const store = openStore(storeFile())
    expect(measureHistory(store)).toEqual({
      snapshots: 2,
      firstDay: '2026-11-01',
      lastDay: '2026-11-21',
      tvlPoints: 5,
    })
    store.close()
    for (const ending of ['.gz', '.part']) expect(existsSync(storeFile() + ending)).toBe(false)
  })

  test('a site that was never deployed has no history, and that is no failure', async () => {
    const { request, asked } = answering({})

    expect(await fetchFrom(request)).toBeNull()
    expect(asked).toEqual([MANIFEST, '/'])
  })

  test('a site that is online without a snapshot is refused: its history would be lost', async () => {
    const { request } = answering({ '/': () => new Response('<html>') })

    expect(await refusalOf(request)).toMatch(
      /^SNAPSHOT_REFUSED .*online without one.*PLIMSOLL_HISTORY/,
    )
  })

  test.each([
    ['a redirect to log in', () => Response.redirect('https://app.netlify.com/edge-access', 302)],
    ['a page to log in', () => new Response('<html>Log in</html>')],
    ['a refusal', () => new Response('', { status: 401 })],
  ])('a private site, with %s, is named as that', async (_, reply) => {
    const { request } = answering({ [MANIFEST]: reply })

    expect(await refusalOf(request)).toMatch(/SNAPSHOT_REFUSED .*private.*Visitor access/)
  })

  test('a manifest of a later form is refused', async () => {
    const { request } = answering({ [MANIFEST]: () => Response.json({ format: 2 }) })

    expect(await refusalOf(request)).toMatch(/not of the form/)
  })

  test('a deploy between the two files is met by asking again', async () => {
    const { manifest, packed } = await published(['2026-11-21'])
    const other = new Uint8Array(packed.length)
    const { request, asked } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [STORE]: [() => new Response(other), () => new Response(packed)],
    })

    expect(await fetchFrom(request)).toEqual(manifest)
    expect(asked).toEqual([MANIFEST, STORE, MANIFEST, STORE])
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
    const { manifest, packed } = await published(['2026-11-21'])
    const { request, asked } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [STORE]: reply(manifest, packed),
    })

    expect(await refusalOf(request)).toContain('SNAPSHOT_REFUSED')
    expect(asked.filter((address) => address === STORE)).toHaveLength(3)
  })

  test('a store that goes less far back than its manifest says is refused', async () => {
    const { manifest, packed } = await published(['2026-11-21'])
    const boast = { ...manifest, history: { ...manifest.history, snapshots: 2 } }
    const { request } = answering({
      [MANIFEST]: () => Response.json(boast),
      [STORE]: () => new Response(packed),
    })

    expect(await refusalOf(request)).toMatch(/as far back as its manifest says/)
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
    const { manifest, packed } = await published(['2026-11-21'])
    const { request } = answering({
      [MANIFEST]: () => Response.json(manifest),
      [STORE]: () => new Response(packed),
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

  test.each([
    ['fewer snapshots', ['2026-11-01'], 5],
    ['a later beginning', ['2026-11-02', '2026-11-21'], 5],
    ['an earlier end', ['2026-11-01', '2026-11-20'], 5],
    ['fewer points of TVL', ['2026-11-01', '2026-11-21'], 4],
  ])('a store with %s than the one online is refused', async (_, days, points) => {
    const { manifest } = await published(['2026-11-01', '2026-11-21'], 5)
    const distDir = path.join(folder, 'next')
    const store = openStore(':memory:')
    addSnapshots(store, days, points)

    await expect(
      publishStore({ store, distDir, previous: manifest, ...ABOUT }),
    ).rejects.toMatchObject({ code: 'SNAPSHOT_REFUSED' })

    expect(existsSync(path.join(distDir, 'snapshot'))).toBe(false)
    store.close()
  })

  test('a store that is as long or longer is published', async () => {
    const { manifest } = await published(['2026-11-01', '2026-11-21'], 5)
    const store = openStore(':memory:')
    addSnapshots(store, ['2026-11-01', '2026-11-21', '2026-11-24'], 6)

    const next = await publishStore({
      store,
      distDir: path.join(folder, 'next'),
      previous: manifest,
      ...ABOUT,
    })

    expect(next.history.snapshots).toBe(3)
    store.close()
  })
})

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
