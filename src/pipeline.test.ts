import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from './domain/day.ts'
import { createDocuments } from './export/documents.ts'
import { takeSnapshot } from './pipeline.ts'
import { loadCatalogue } from './store/load-catalogue.ts'
import { openStore, type Store } from './store/open.ts'
import { BOUNTY_ID, bodies, DAY, NEXT_DAY, rows } from './testing/pipeline/bodies.ts'
import { lines, memoryReader, options } from './testing/pipeline/world.ts'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(takeSnapshot, () => {
  test('reads every source, fills the past, scores, and accounts for every row', async () => {
    const said = lines()
    const given = options(store, memoryReader(bodies(rows(10))), DAY, { progress: said })
    const report = await takeSnapshot(given)
    expect(report.sources.map(({ source, status }) => [source, status])).toEqual(
      given.sources.map(({ id }) => [id, 'ok']),
    )
    expect(report.histories).toMatchObject({ filled: 10, points: 10 * 119, failed: 0 })
    expect(report.score).toMatchObject({ protocols: 10, scored: 10, unchanged: false })
    expect(said.text()).toContain('✓ DefiLlama protocols: 10 rows, 10 used; 0.0 s')
  })

  test('every source reaches the record of its protocol', async () => {
    await take(memoryReader(bodies(rows(3))), DAY)
    const [reviewed, hacked] = ['900001', '900002'].map(entryOf)
    expect(entryOf(BOUNTY_ID)?.record).toMatchObject({
      facts: { bounty: { value: { maxUsd: 50_000 } }, auditFlag: { value: 'audited' } },
      audits: [{ reportUrl: 'https://audits.example/0' }],
      tvl: { known: true, asOf: DAY },
    })
    expect(reviewed?.record.facts.reviews).toMatchObject({ value: [{ stage: 1 }] })
    expect(reviewed?.record.facts.bounty).toMatchObject({ reason: 'unmatched' })
    expect(hacked?.incidents).toMatchObject([{ name: 'Leak 0', matchMethod: 'upstream-id' }])
    expect(loadCatalogue(store)).toMatchObject({
      snapshot: { asOf: DAY, origin: 'live', computedAt: `${DAY}T06:00:00.000Z` },
      sanctions: { asOf: DAY, byAsset: { ETH: [expect.any(String), 'bc1invented'] } },
    })
  })

  test('a second run on the same input writes nothing to the store', async () => {
    await take(memoryReader(bodies(rows(10))), DAY)
    const before = { catalogue: loadCatalogue(store), changes: changes() }
    const report = await take(memoryReader(bodies(rows(10))), DAY)
    expect(new Set(report.sources.map(({ status }) => status))).toEqual(new Set(['unchanged']))
    expect(report.histories).toMatchObject({ filled: 0, waiting: 0 })
    expect(report.score.unchanged).toBe(true)
    expect(loadCatalogue(store)).toEqual(before.catalogue)
    expect(changes()).toBe(before.changes)
  })

  test('two stores that read the same input give the same bytes', async () => {
    const documents: string[][] = []
    for (let n = 0; n < 2; n += 1) {
      store = openStore(':memory:')
      await take(memoryReader(bodies(rows(10))), DAY)
      const catalogue = loadCatalogue(store) ?? expect.fail('there is no snapshot')
      documents.push([...createDocuments(catalogue)].map(({ path, body }) => `${path} ${body}`))
    }
    expect(documents[0]).toEqual(documents[1])
    expect(documents[0]?.length).toBeGreaterThan(10)
  })

  test('other code reads the same input again', async () => {
    await take(memoryReader(bodies(rows(3))), DAY)
    const report = await takeSnapshot(
      options(store, memoryReader(bodies(rows(3))), DAY, { codeFingerprint: 'newer' }),
    )
    expect(new Set(report.sources.map(({ status }) => status))).toEqual(new Set(['ok']))
    expect(report.score.unchanged).toBe(true)
  })

  test('programmes and reviews that came before the registry are tied once it comes', async () => {
    const given = bodies(rows(3))
    const { '/protocols': _, ...rest } = given.defillama
    await expect(take(memoryReader({ ...given, defillama: rest }), DAY)).rejects.toThrow(
      'No snapshot was taken. The store has no list of protocols yet, and this run could not read one.',
    )
    await take(memoryReader(given), DAY)
    expect(entryOf(BOUNTY_ID)?.record.facts.bounty).toMatchObject({ value: { maxUsd: 50_000 } })
    expect(entryOf('900001')?.record.facts.reviews).toMatchObject({ known: true })
  })

  test('a protocol that joins later that day is tied as well', async () => {
    const [first, ...others] = rows(3)
    await take(memoryReader(bodies(others)), DAY)
    await take(memoryReader(bodies([...others, first ?? expect.fail()])), DAY)
    expect(entryOf(BOUNTY_ID)?.record.facts.bounty).toMatchObject({ value: { maxUsd: 50_000 } })
  })

  test('a day before the newest snapshot is refused before anything is read', async () => {
    const reader = memoryReader(bodies(rows(3)))
    await take(reader, NEXT_DAY)
    reader.requests.length = 0
    await expect(take(reader, DAY)).rejects.toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message: `The store already has a snapshot of ${NEXT_DAY}, later than ${DAY}. To replay the past, use another store (PLIMSOLL_DB).`,
    })
    expect(reader.requests).toEqual([])
  })

  test('the store of the sample is refused to live data before anything is read', async () => {
    const reader = memoryReader(bodies(rows(3)))
    await takeSnapshot(options(store, reader, DAY, { origin: 'seed' }))
    const before = loadCatalogue(store)
    reader.requests.length = 0
    await expect(take(reader, NEXT_DAY)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(reader.requests).toEqual([])
    expect(loadCatalogue(store)).toEqual(before)
  })

  test('from a store that was mixed before, the sample goes, and the run says so', async () => {
    const reader = memoryReader(bodies(rows(3)))
    await take(reader, DAY)
    store.exec("UPDATE snapshots SET origin = 'seed'")
    const said = lines()
    await takeSnapshot(options(store, reader, NEXT_DAY, { progress: said }))
    expect(said.text()).toContain(
      '– Removed 1 snapshots that are not live data from the store: a store holds one origin',
    )
    expect(loadCatalogue(store)?.entries[0]?.scoreHistory).toHaveLength(1)
  })

  test('a snapshot that would score a fifth fewer protocols is refused, and the last one stays', async () => {
    await take(memoryReader(bodies(rows(20))), DAY)
    const before = loadCatalogue(store)
    const silent = rows(20).map((row, index) =>
      index < 5 ? { ...row, address: null, listedAt: Date.parse(`${DAY}T00:00:00Z`) / 1000 } : row,
    )
    const young = { ...bodies(silent) }
    store.exec('DELETE FROM tvl_daily')
    // Later than what was read of them can be held.
    await expect(take(memoryReader(young), '2024-03-20')).rejects.toThrow(
      `No snapshot was taken. Of 20 protocols that were scored on ${DAY} and are still listed, 15 would have a score. Rejected as implausible. If you have checked that it is true, set PLIMSOLL_ACCEPT_LOSS=scores@${DAY}-`,
    )
    expect(loadCatalogue(store)).toEqual(before)
  })
})

describe('the requests of a run', () => {
  test('on a filled store are fewer than ten, day after day', async () => {
    const protocols = rows(30)
    const reader = memoryReader(bodies(protocols))
    await take(reader, DAY)
    for (let day = 1; day <= 12; day += 1) {
      reader.requests.length = 0
      const grown = protocols.map((row) => ({ ...row, tvl: 3_000_000 + day }))
      reader.bodies = bodies(grown)
      await take(reader, addDays(DAY, day))
      expect(reader.requests.length).toBeLessThan(10)
    }
    expect(store.prepare('SELECT COUNT(*) FROM snapshots').pluck().get()).toBe(13)
  })

  test('for the past stay within the budget, biggest TVL first, and go on in the next run', async () => {
    const reader = memoryReader(bodies(rows(10)))
    const first = await takeSnapshot(options(store, reader, DAY, { historyBudget: 4 }))
    expect(first.histories).toMatchObject({ filled: 4, waiting: 6 })
    expect(histories(reader.requests)).toEqual([0, 1, 2, 3].map((n) => `/protocol/harbour-${n}`))
    reader.requests.length = 0
    const second = await takeSnapshot(options(store, reader, DAY, { historyBudget: 4 }))
    expect(second.histories).toMatchObject({ filled: 4, waiting: 2 })
    expect(histories(reader.requests)).toEqual([4, 5, 6, 7].map((n) => `/protocol/harbour-${n}`))
    expect(second.score.unchanged).toBe(false)
  })

  test('leave out files whose content is known', async () => {
    const given = bodies(rows(3))
    const reader = memoryReader(given)
    await take(reader, DAY)
    expect(files(reader.requests)).toHaveLength(3)
    reader.requests.length = 0
    await take(reader, NEXT_DAY)
    expect(files(reader.requests)).toEqual([])
  })
})

function take(reader: ReturnType<typeof memoryReader>, day: string) {
  return takeSnapshot(options(store, reader, day))
}

function entryOf(id: string) {
  return loadCatalogue(store)?.entries.find(({ record }) => record.id === id)
}

/** Rows written since the store was opened. */
function changes(): unknown {
  return store.prepare('SELECT total_changes()').pluck().get()
}

function histories(requests: string[]): string[] {
  return requests.filter((path) => path.startsWith('/protocol/')).sort()
}

function files(requests: string[]): string[] {
  return requests.filter((path) => /\.(md|json)$/.test(path) && path !== '/projects.json')
}
