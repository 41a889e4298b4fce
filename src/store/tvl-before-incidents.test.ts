import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day, dayNumber } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { anIncident, aProtocol, commit, commitRegistry } from './fixtures/batches.ts'
import { loadListedIncidents, loadPageIncidents } from './load-incidents.ts'
import { openStore, type Store } from './open.ts'
import { commitHistory, tvlWriter } from './tvl-history.ts'

const LOST_ON = '2024-01-10'
const DAY = '2024-03-10'
const HACKS = 'defillama-hacks'
const loss = anIncident('loss', { protocolId: '7', day: LOST_ON })

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe('the TVL before an incident', () => {
  test.each<[string, Record<Day, number>, Day | null]>([
    [
      'is that of two days before it',
      { '2024-01-07': 1, '2024-01-08': 2, '2024-01-09': 3 },
      '2024-01-08',
    ],
    ['is not that of the day before, when the loss may have begun', { '2024-01-09': 3 }, null],
    ['is not that of a later day', { '2024-01-10': 4, '2024-01-11': 5, '2024-03-09': 6 }, null],
    ['is the last one before a gap of a week', { '2023-12-31': 8, '2024-01-01': 9 }, '2024-01-01'],
    ['is not known after a longer gap', { '2023-12-31': 8 }, null],
    ['passes over a zero, which is a fault', { '2024-01-07': 7, '2024-01-08': 0 }, '2024-01-07'],
  ])('%s', (_, totals, day) => {
    fill(7, totals)
    list(loss)
    const usd = day === null ? null : (totals[day] ?? null)
    expect(incident()).toMatchObject({ tvlBeforeDay: day, tvlBeforeUsd: usd })
  })

  test('has the largest one around it beside it, and none without any', () => {
    fill(7, {
      '2022-12-31': 99,
      '2023-06-01': 8,
      '2024-01-09': 3,
      '2024-02-08': 6,
      '2024-02-20': 99,
    })
    list(loss)
    expect(incident()).toMatchObject({ tvlBeforeUsd: null, tvlAroundUsd: 8 })
    store = openStore(':memory:')
    list(loss)
    expect(incident()).not.toHaveProperty('tvlAroundUsd')
  })

  test('is the sum over chains, without what is borrowed or staked', () => {
    const days = [dayNumber('2024-01-08')]
    const series = (chain: string, section: 'tvl' | 'borrowed', usd: number) => ({
      chain,
      section,
      days,
      usd: [usd],
    })
    commitHistory(
      store,
      7,
      [series('Ethereum', 'tvl', 3), series('Base', 'tvl', 4), series('Base', 'borrowed', 9)],
      DAY,
    )
    list(loss)
    expect(incident()?.tvlBeforeUsd).toBe(7)
  })

  test('is that of its own protocol, and of none without one', () => {
    fill(8, { '2024-01-08': 5 })
    list(loss, { ...loss, id: 'other', name: 'other', protocolId: null })
    expect(load().map(({ tvlBeforeUsd }) => tvlBeforeUsd)).toEqual([null, null])
  })

  test('is the sum over the members of a family, for an incident that names the family only', () => {
    fill(7, { '2024-01-07': 3 }, 'parent#port')
    fill(8, { '2024-01-08': 4 }, 'parent#port')
    fill(9, { '2024-01-08': 90 }, 'parent#other')
    list({ ...loss, protocolId: null, parentId: 'parent#port' })
    expect(incident()).toMatchObject({ tvlBeforeUsd: 7, tvlBeforeDay: '2024-01-07' })
    list({ ...loss, protocolId: '8', parentId: 'parent#port' })
    expect(incident()).toMatchObject({ tvlBeforeUsd: 4, tvlBeforeDay: '2024-01-08' })
  })

  test('is the one that the list gives where there is no history, and follows a corrected day', () => {
    const given = { tvlBeforeUsd: 11, tvlBeforeDay: '2024-01-08' }
    list({ ...loss, ...given })
    expect(incident()).toMatchObject(given)
    fill(7, { '2024-01-05': 5, '2024-01-08': 8 })
    expect(incident()?.tvlBeforeUsd).toBe(8)
    list({ ...loss, day: '2024-01-07' })
    expect(incident()).toMatchObject({ day: '2024-01-07', tvlBeforeUsd: 5 })
  })

  test('belongs to the incidents on pages as well', () => {
    fill(7, { '2024-01-08': 8 })
    commitPageIncidents(store, 7, [loss], DAY)
    expect(loadPageIncidents(store, DAY, 30).get('7')?.value).toMatchObject([
      { id: 'loss', tvlBeforeUsd: 8 },
    ])
  })

  test('is never newer than two days before the incident, nor older than nine', () => {
    const totals = fc.dictionary(
      fc.integer({ min: -30, max: 30 }).map((n) => addDays(LOST_ON, n)),
      fc.integer({ min: 0, max: 1e9 }),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(totals, (given) => {
        store = openStore(':memory:')
        fill(7, given)
        list(loss)
        const usable = Object.keys(given).filter(
          (day) =>
            day >= addDays(LOST_ON, -9) && day <= addDays(LOST_ON, -2) && (given[day] ?? 0) > 0,
        )
        expect(incident()?.tvlBeforeDay).toBe(usable.sort().at(-1) ?? null)
        store.close()
      }),
      { numRuns: 50 },
    )
  })
})

function fill(id: number, totals: Record<Day, number>, parentId: string | null = null): void {
  commitRegistry(store, DAY, aProtocol(id, { parentId }))
  const write = tvlWriter(store)
  for (const [day, usd] of Object.entries(totals)) {
    write(id, dayNumber(day), [{ chain: 'Ethereum', section: 'tvl', usd }])
  }
}

function list(...incidents: Incident[]): void {
  commit(store, HACKS, DAY, { incidents })
}

function load(): Incident[] {
  return loadListedIncidents(store, DAY, 30)?.value ?? []
}

function incident(): Incident | undefined {
  return load()[0]
}
