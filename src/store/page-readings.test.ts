import { beforeEach, describe, expect, test } from 'vitest'
import type { Assets } from '../domain/assets.ts'
import { addDays, type Day } from '../domain/day.ts'
import { known, missing } from '../domain/reading.ts'
import { ageLimitsOf } from '../domain/sources.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { aProtocol, aRun, commitRegistry, REGISTRY, tvlOf } from './fixtures/batches.ts'
import { loadUniverse } from './load-universe.ts'
import { openStore, type Store } from './open.ts'
import { commitPageFacts, listPagesToRefresh } from './page-readings.ts'
import { findReadingsState } from './readings-state.ts'
import { insertSourceRun } from './source-runs.ts'
import { recordHistoryFailure } from './tvl-history.ts'

const DAY = '2024-03-10'
const ASSETS: Assets = { topToken: 'USDC', topShare: 0.5, ownShare: null, tokens: 3 }

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
  commitRegistry(store, DAY, aProtocol(7), aProtocol(8))
})

const read = (asOf: Day, origin = 'live') =>
  loadUniverse(store, asOf, ageLimitsOf(origin))?.records.find(({ id }) => id === '7')?.facts.assets

const commitAssets = (day: Day, id = 7) =>
  commitPageFacts(store, id, { assets: known(ASSETS, day, REGISTRY) })

describe('a fact of a page', () => {
  test('is in use for sixty days of its own, also when the registry is older than its limit', () => {
    commitAssets(DAY)
    expect(read(DAY)).toEqual(known(ASSETS, DAY, REGISTRY))
    expect(read(addDays(DAY, 60))).toMatchObject({ known: true, asOf: DAY })
    expect(read(addDays(DAY, 61))).toEqual(missing('stale', REGISTRY))
  })

  test('stays when the registry is read again, and goes when its page no longer has it', () => {
    commitAssets(DAY)
    commitRegistry(store, addDays(DAY, 1), aProtocol(7), aProtocol(8))
    expect(read(addDays(DAY, 1))).toMatchObject({ known: true })
    commitPageFacts(store, 7, { assets: missing('refused', REGISTRY) })
    expect(read(addDays(DAY, 1))).toEqual(missing('refused', REGISTRY))
  })

  test('is not read yet while the page was not, and not in the sample', () => {
    expect(read(DAY)).toEqual(missing('not-read-yet', REGISTRY))
    insertSourceRun(store, aRun(REGISTRY, DAY, { origin: 'seed' }))
    expect(read(DAY)).toEqual(missing('not-in-sample', REGISTRY))
  })

  test('changes the state of the readings', () => {
    const before = findReadingsState(store)
    commitAssets(DAY)
    expect(findReadingsState(store)).not.toEqual(before)
  })
})

describe('pages to read again', () => {
  const due = (asOf: Day) => listPagesToRefresh(store, DAY, asOf).map(({ id }) => id)

  test('are those read forty days ago, the largest first', () => {
    commitRegistry(
      store,
      DAY,
      aProtocol(7, { tvl: tvlOf(DAY, { Ethereum: 5 }) }),
      aProtocol(8, { tvl: tvlOf(DAY, { Ethereum: 6 }) }),
      aProtocol(9, { tvl: tvlOf(DAY, { Ethereum: 7 }) }),
    )
    for (const id of [7, 8]) commitPageIncidents(store, id, null, DAY)
    expect(due(addDays(DAY, 39))).toEqual([])
    expect(due(addDays(DAY, 40))).toEqual([8, 7])
    commitPageIncidents(store, 8, null, addDays(DAY, 40))
    expect(due(addDays(DAY, 40))).toEqual([7])
  })

  test('rest for eight days after a failure', () => {
    commitPageIncidents(store, 7, null, DAY)
    recordHistoryFailure(store, 7, addDays(DAY, 40))
    expect(due(addDays(DAY, 47))).toEqual([])
    expect(due(addDays(DAY, 48))).toEqual([7])
  })

  test('are at most twenty-five in one run', () => {
    const ids = Array.from({ length: 40 }, (_, n) => n + 100)
    commitRegistry(store, DAY, ...ids.map((id) => aProtocol(id)))
    for (const id of ids) commitPageIncidents(store, id, [], DAY)
    expect(due(addDays(DAY, 50))).toHaveLength(25)
  })
})
