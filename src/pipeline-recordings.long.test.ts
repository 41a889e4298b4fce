import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { total } from './domain/batch.ts'
import { recordingReader } from './ingest/recording.ts'
import { type SnapshotReport, takeSnapshot } from './pipeline.ts'
import { loadCatalogue } from './store/load-catalogue.ts'
import { openStore, type Store } from './store/open.ts'
import { resolveSlug } from './store/slugs.ts'
import { options } from './testing/pipeline/world.ts'

const RECORDINGS = new URL('../../shared/upstream/', import.meta.url)
const FIRST = '2023-09-12'
const SECOND = '2024-03-11'

interface Row {
  id: string
  slug: string
}

describe.skipIf(!existsSync(RECORDINGS))('two recordings in one store', () => {
  let store: Store
  let reports: SnapshotReport[]
  /** TVL of the first day by protocol, as the first recording gave it. */
  let past: Map<string, number>
  let before: Row[]
  let after: Row[]
  let renamed: { id: string; old: string; new: string }[]
  /** Slugs that belong to another id in the second recording. */
  let reused: { slug: string; from: string; to: string }[]

  beforeAll(async () => {
    store = openStore(':memory:')
    const first = await replay(FIRST)
    past = firstDay()
    reports = [first, await replay(SECOND)]
    before = recorded(FIRST)
    after = recorded(SECOND)
    const slugs = new Map(after.map(({ id, slug }) => [id, slug]))
    const ids = new Map(after.map(({ id, slug }) => [slug, id]))
    renamed = before.flatMap(({ id, slug }) => {
      const now = slugs.get(id)
      return now === undefined || now === slug ? [] : [{ id, old: slug, new: now }]
    })
    reused = before.flatMap(({ id, slug }) => {
      const owner = ids.get(slug)
      return owner === undefined || owner === id ? [] : [{ slug, from: id, to: owner }]
    })
  }, 30_000)

  test('every row of both is accounted for, without a surprise', () => {
    const accounts = reports.map(({ sources }) => rowCounts(sources))
    expect(accounts.map((given) => given?.rows)).toEqual([3298, 4047])
    for (const given of accounts) {
      expect(given?.refused).toEqual({})
      expect((given?.accepted ?? 0) + total(given?.outOfScope ?? {})).toBe(given?.rows)
    }
  })

  test('at least 1,000 protocols are scored on the second', () => {
    expect(reports[1]?.score.scored).toBeGreaterThanOrEqual(1000)
  })

  test('104 protocols were renamed; each keeps one history under one id', () => {
    expect(renamed).toHaveLength(104)
    expect(renamed.filter(({ id }) => past.has(id)).length).toBeGreaterThan(50)
    for (const { id, old, new: now } of renamed) {
      const number = Number(id)
      expect(row(number)).toEqual({ slug: now, first_seen: FIRST, last_seen: SECOND })
      expect(aliases(number)).toEqual([old, now].sort())
    }
  })

  test('each old slug finds its protocol, unless it was reused', () => {
    const taken = new Map(reused.map(({ slug, to }) => [slug, to]))
    for (const { id, old, new: now } of renamed) {
      expect(String(resolveSlug(store, now, SECOND))).toBe(id)
      expect(String(resolveSlug(store, old, SECOND))).toBe(taken.get(old) ?? id)
    }
  })

  test('a slug under another id is the same protocol where its site is the same, and else its new owner’s', () => {
    const owners = reused.map(({ slug, from, to }) => {
      const owner = String(resolveSlug(store, slug, SECOND))
      expect(row(Number(owner))).toMatchObject({ slug, last_seen: SECOND })
      expect(row(Number(from))?.first_seen).toBe(FIRST)
      return [slug, owner === from ? 'the same' : owner === to ? 'another' : owner]
    })
    expect(Object.fromEntries(owners)).toEqual({
      'coinbase-wrapped-staked-eth': 'the same',
      coindcx: 'the same',
      'parallel-lending': 'another',
    })
  })

  test('no amount of the first day moved to another protocol', () => {
    const now = firstDay()
    expect(past.size).toBeGreaterThan(2000)
    expect([...past].filter(([id, usd]) => now.get(id) !== usd)).toEqual([])
    const listed = new Set(before.map(({ id }) => id))
    expect([...now.keys()].filter((id) => !listed.has(id))).toEqual([])
  })

  test('what is published leads from every old slug to the new one', () => {
    const catalogue = loadCatalogue(store) ?? expect.fail('there is no snapshot')
    const published = new Set(catalogue.entries.map(({ record }) => record.id))
    const current = new Set(after.map(({ slug }) => slug))
    const expected = renamed
      .filter(({ id, old }) => published.has(id) && !current.has(old))
      .map(({ id, old }) => ({ slug: old, protocolId: id }))
    expect(expected.length).toBeGreaterThan(50)
    expect(catalogue.formerSlugs).toEqual(expected.sort((a, b) => (a.slug < b.slug ? -1 : 1)))
  })

  test('the second recording again changes nothing', async () => {
    const changes = store.prepare('SELECT total_changes()').pluck()
    const start = changes.get()
    const { score } = await replay(SECOND)
    expect(score).toEqual({ ...reports[1]?.score, unchanged: true })
    const absent = 2
    expect(Number(changes.get()) - Number(start)).toBe(absent)
  })

  function replay(day: string): Promise<SnapshotReport> {
    const reader = recordingReader(fileURLToPath(new URL(day, RECORDINGS)))
    return takeSnapshot(
      options(store, reader, day, {
        origin: 'recorded',
        historyBudget: Number.POSITIVE_INFINITY,
      }),
    )
  }

  function row(id: number) {
    return store
      .prepare<[number], { slug: string; first_seen: string; last_seen: string }>(
        'SELECT slug, first_seen, last_seen FROM protocols WHERE id = ?',
      )
      .get(id)
  }

  function aliases(id: number): unknown[] {
    return store
      .prepare('SELECT slug FROM aliases WHERE protocol_id = ? ORDER BY slug')
      .pluck()
      .all(id)
  }

  function firstDay(): Map<string, number> {
    const rows = store
      .prepare<[string], { id: number; usd: number }>(
        `SELECT protocol_id AS id, cents / 1e2 AS usd FROM tvl_daily
         WHERE section = 0 AND day = unixepoch(?) / 86400`,
      )
      .all(FIRST)
    return new Map(rows.map(({ id, usd }) => [String(id), usd]))
  }
})

function rowCounts(sources: SnapshotReport['sources']) {
  return sources.find(({ source }) => source === 'defillama-protocols')?.rowCounts
}

function recorded(day: string): Row[] {
  const text = readFileSync(new URL(`${day}/api.llama.fi/protocols.json`, RECORDINGS), 'utf8')
  const body: Row[] = JSON.parse(text)
  return body.map(({ id, slug }) => ({ id, slug }))
}
