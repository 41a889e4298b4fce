import { beforeEach, describe, expect, test } from 'vitest'
import { noRowCounts } from '../domain/batch.ts'
import { addDays } from '../domain/day.ts'
import {
  anEntry,
  anIncident,
  aProtocol,
  aRun,
  commit,
  commitRegistry,
  takeOne,
} from './fixtures/batches.ts'
import { loadCatalogue, loadSourceStates } from './load-catalogue.ts'
import { openStore, type Store } from './open.ts'
import { replaceSnapshot } from './snapshots.ts'
import { insertSourceRun } from './source-runs.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(loadCatalogue, () => {
  test('a store without a snapshot has none', () => {
    expect(loadCatalogue(store)).toBeUndefined()
  })

  test('gives back what the newest snapshot kept, whatever the store learned since', () => {
    const incidents = [anIncident('a')]
    const sources = [{ id: 'ofac', status: 'ok' as const, asOf: DAY, rows: 1 }]
    const snapshot = {
      asOf: DAY,
      computedAt: `${DAY}T06:00:00.000Z`,
      methodology: '1',
      origin: 'live',
      fingerprint: '0123456789abcdef',
    }
    takeOne(store, addDays(DAY, -1), [anEntry(7, 1)])
    const entries = [anEntry(2, 4.24), anEntry(10, null)]
    replaceSnapshot(store, { ...snapshot, inputs: null }, { incidents, sources }, entries)
    commitRegistry(store, addDays(DAY, 1), aProtocol(2, { slug: 'renamed-since' }))
    const { fingerprint: _, ...published } = snapshot
    expect(loadCatalogue(store)).toMatchObject({
      snapshot: { ...published, publicId: '2024-03-10-0123456789ab' },
      entries: [
        {
          ...anEntry(2, 4.24),
          scoreHistory: [{ day: DAY, methodology: '1', composite: 4.2 }],
        },
        { ...anEntry(10, null), scoreHistory: [] },
      ],
      incidents,
      sources,
    })
  })

  test('a store that cannot be read is one error', () => {
    takeOne(store, DAY, [anEntry(1, 1)])
    store.exec('DROP TABLE entries')
    expect(() => loadCatalogue(store)).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
  })
})

describe('the history of scores', () => {
  test('is the last twelve published scores, oldest first, however many snapshots had none', () => {
    for (let n = 0; n < 14; n += 1) {
      takeOne(store, addDays(DAY, 2 * n), [anEntry(1, n / 2 + 0.04)])
      if (n < 13) takeOne(store, addDays(DAY, 2 * n + 1), [anEntry(1, null)])
    }
    expect(scores(1)).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5])
  })

  test('leaves out snapshots without a score, and is empty when there is none now', () => {
    takeOne(store, DAY, [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, addDays(DAY, 1), [anEntry(1, null)])
    takeOne(store, addDays(DAY, 2), [anEntry(1, 4), anEntry(2, null)])
    expect(scores(1)).toEqual([2, 4])
    expect(scores(2)).toEqual([])
  })

  test('names the day and the methodology of each score', () => {
    takeOne(store, DAY, [anEntry(1, 2)], { methodology: '0' })
    takeOne(store, addDays(DAY, 1), [anEntry(1, 4)])
    expect(entry(1)?.scoreHistory).toEqual([
      { day: DAY, methodology: '0', composite: 2 },
      { day: addDays(DAY, 1), methodology: '1', composite: 4 },
    ])
  })

  test('holds no score of another origin', () => {
    takeOne(store, DAY, [anEntry(1, 4.5)], { origin: 'seed' })
    takeOne(store, addDays(DAY, 1), [anEntry(1, 4.3)])
    expect(scores(1)).toEqual([4.3])
  })
})

describe('earlier scores', () => {
  test.each([
    ['monthAgo', 22, null],
    ['monthAgo', 23, 23],
    ['monthAgo', 45, 45],
    ['monthAgo', 46, null],
    ['weekAgo', 4, null],
    ['weekAgo', 5, 5],
    ['weekAgo', 10, 10],
    ['weekAgo', 11, null],
  ] as const)('%s with a snapshot %d days ago is of %j', (name, daysAgo, expected) => {
    takeOne(store, addDays(DAY, -daysAgo), [anEntry(1, 2)])
    takeOne(store, DAY, [anEntry(1, 3)])
    const asOf = loadCatalogue(store)?.[name]?.asOf ?? null
    expect(asOf).toBe(expected === null ? null : addDays(DAY, -expected))
  })

  test('are the nearest to their day, by protocol and dimension, without those that had none', () => {
    takeOne(store, addDays(DAY, -35), [anEntry(1, 9)])
    takeOne(store, addDays(DAY, -31), [anEntry(1, 2.25), anEntry(2, null)])
    takeOne(store, DAY, [anEntry(1, 3)])
    const four = { counterparty: 4, liquidity: 4, oracle: 4, smartContract: 4, liquidityTrap: 4 }
    expect(loadCatalogue(store)?.monthAgo).toEqual({
      asOf: addDays(DAY, -31),
      composites: new Map([['1', 2.25]]),
      dimensions: new Map([['1', four]]),
    })
  })

  test('of another origin are not compared', () => {
    takeOne(store, addDays(DAY, -30), [anEntry(1, 2)], { origin: 'seed' })
    takeOne(store, addDays(DAY, -7), [anEntry(1, 2)], { origin: 'seed' })
    takeOne(store, DAY, [anEntry(1, 3)])
    expect(loadCatalogue(store)).toMatchObject({ monthAgo: null, weekAgo: null })
  })

  test('under another methodology are not compared', () => {
    takeOne(store, addDays(DAY, -30), [anEntry(1, 2)], { methodology: '0' })
    takeOne(store, addDays(DAY, -7), [anEntry(1, 2)], { methodology: '0' })
    takeOne(store, DAY, [anEntry(1, 3)])
    expect(loadCatalogue(store)).toMatchObject({ monthAgo: null, weekAgo: null })
  })
})

describe('aliases', () => {
  test('name the protocol that had an old slug, only for what is published', () => {
    commitRegistry(
      store,
      addDays(DAY, -1),
      aProtocol(1, { slug: 'old-1' }),
      aProtocol(2, { slug: 'old-2' }),
      aProtocol(3),
    )
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2, { outOfScope: 'dead' }), aProtocol(3))
    takeOne(store, DAY, [anEntry(1, 3), anEntry(3, 3)])
    expect(aliases()).toEqual([{ slug: 'old-1', protocolId: '1' }])
  })

  test('a slug that was reused leads to its new owner only', () => {
    commitRegistry(store, addDays(DAY, -1), aProtocol(1, { slug: 'name' }))
    commitRegistry(store, DAY, aProtocol(1, { slug: 'moved' }), aProtocol(2, { slug: 'name' }))
    takeOne(store, DAY, [anEntry(1, 3, 'moved'), anEntry(2, 3, 'name')])
    expect(aliases()).toEqual([])
  })

  test.each([
    ['on a later day', addDays(DAY, -1)],
    ['on the same day', DAY],
  ])('a slug taken %s by a protocol out of scope leads nowhere', (_, first) => {
    commitRegistry(store, first, aProtocol(1, { slug: 'name' }))
    const taker = aProtocol(2, { slug: 'name', outOfScope: 'cex' })
    commitRegistry(store, DAY, aProtocol(1, { slug: 'moved' }), taker)
    takeOne(store, DAY, [anEntry(1, 3, 'moved')])
    expect(aliases()).toEqual([])
  })

  test('a slug that two had in turn leads to the one that had it last', () => {
    commitRegistry(store, addDays(DAY, -2), aProtocol(2, { slug: 'name' }))
    commitRegistry(
      store,
      addDays(DAY, -1),
      aProtocol(2, { slug: 'b' }),
      aProtocol(1, { slug: 'name' }),
    )
    commitRegistry(store, DAY, aProtocol(2, { slug: 'b' }), aProtocol(1, { slug: 'a' }))
    takeOne(store, DAY, [anEntry(1, 3, 'a'), anEntry(2, 3, 'b')])
    expect(aliases()).toEqual([{ slug: 'name', protocolId: '1' }])
  })
})

test('sanctions carry the day of their list', () => {
  const sanctions = [
    { asset: 'XBT', address: 'b' },
    { asset: 'ETH', address: '0xb' },
    { asset: 'ETH', address: '0xa' },
  ]
  commit(store, 'ofac', addDays(DAY, -5), { sanctions })
  takeOne(store, DAY, [anEntry(1, 3)])
  expect(loadCatalogue(store)?.sanctions).toEqual({
    source: 'ofac',
    asOf: addDays(DAY, -5),
    byAsset: { ETH: ['0xa', '0xb'], XBT: ['b'] },
  })
})

test('a source state says how the last try went, and of which day the readings are', () => {
  const rowCounts = { ...noRowCounts(), rows: 9 }
  insertSourceRun(store, aRun('immunefi', addDays(DAY, -3), { rowCounts }))
  const message = 'https://raw.example.org/KEY/projects.json gave 500.'
  insertSourceRun(store, aRun('immunefi', DAY, { status: 'failed', rowCounts: null, message }))
  const states = loadSourceStates(store, DAY)
  expect(states.map(({ id }) => id)).toContain('ofac')
  expect(states.find(({ id }) => id === 'immunefi')).toEqual({
    id: 'immunefi',
    status: 'failed',
    failure: 'raw.example.org gave 500.',
    asOf: addDays(DAY, -3),
    rows: 9,
  })
  expect(states.find(({ id }) => id === 'ofac')).toEqual({
    id: 'ofac',
    status: 'absent',
    asOf: null,
    rows: null,
  })
})

test('the days of a slug are kept where it changed hands or its protocol has another one', () => {
  const days = () =>
    loadCatalogue(store)?.slugDays.map((one) => [
      one.slug,
      one.protocolId,
      one.firstDay,
      one.lastDay,
    ])
  const before = addDays(DAY, -1)
  const quiet = aProtocol(3, { slug: 'quiet' })
  commitRegistry(store, before, aProtocol(1, { slug: 'name' }), quiet)
  takeOne(store, before, [anEntry(1, 3, 'name')])
  expect(days()).toEqual([])
  commitRegistry(store, DAY, aProtocol(1, { slug: 'a' }), aProtocol(2, { slug: 'name' }), quiet)
  takeOne(store, DAY, [anEntry(1, 3, 'a'), anEntry(2, 3, 'name')])
  expect(days()).toEqual([
    ['name', '1', before, before],
    ['name', '2', DAY, DAY],
  ])
})

function scores(id: number): number[] | undefined {
  return entry(id)?.scoreHistory.map(({ composite }) => composite)
}

function entry(id: number) {
  return loadCatalogue(store)?.entries.find(({ record }) => record.id === String(id))
}

function aliases() {
  return loadCatalogue(store)?.formerSlugs
}
