import { beforeEach, describe, expect, test } from 'vitest'
import type { Incident } from '../domain/protocol.ts'
import { commitBatch } from './commit-batch.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { anIncident, aRun } from './fixtures/batches.ts'
import { loadListedIncidents, loadPageIncidents } from './load-incidents.ts'
import { openStore, type Store } from './open.ts'

const DAY = '2024-03-10'
const NEXT = '2024-03-11'
const HACKS = 'defillama-hacks'

const first = anIncident('2024-01-01-harbour', { protocolId: '7', name: 'Harbour', lossUsd: 5_000 })

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe('a corrected list', () => {
  test.each<[string, Partial<Incident>]>([
    ['name', { id: '2024-01-01-harbour-v2', name: 'Harbour V2' }],
    ['day', { id: '2024-01-04-harbour', day: '2024-01-04' }],
    ['amount', { lossUsd: 40_000 }],
  ])('of another %s keeps the one row, its id and the day on which it was first seen', (_, fix) => {
    list(DAY, first)
    list(NEXT, { ...first, ...fix })
    expect(rows()).toEqual([
      {
        id: first.id,
        name: fix.name ?? first.name,
        day: fix.day ?? first.day,
        loss: fix.lossUsd ?? first.lossUsd,
        firstSeen: DAY,
      },
    ])
    list('2024-03-12', first)
    expect(rows()).toMatchObject([{ id: first.id, name: first.name, firstSeen: DAY }])
  })

  test('with two losses of one protocol a day apart holds two, in whatever order they come', () => {
    const second = { ...first, id: '2024-01-02-harbour', day: '2024-01-02' }
    list(DAY, first)
    list(NEXT, second, first)
    list('2024-03-12', first, { ...second, name: 'Harbour V2' })
    expect(rows().map(({ id, firstSeen }) => [id, firstSeen])).toEqual([
      [first.id, DAY],
      [second.id, NEXT],
    ])
  })

  test('gives a new incident an id of its own when a corrected one still has it', () => {
    list(DAY, first)
    const corrected = { ...first, id: '2024-01-04-harbour', day: '2024-01-04' }
    list(NEXT, corrected)
    list('2024-03-12', { ...first, lossUsd: 9 }, corrected)
    expect(rows().map(({ id, day }) => [id, day])).toEqual([
      [first.id, '2024-01-04'],
      [`${first.id}-2`, '2024-01-01'],
    ])
  })
})

describe('pages of protocols', () => {
  test('name incidents that the list lacks, and the ones that both name are one', () => {
    list(DAY, first)
    const other = { ...first, id: '2024-02-01-harbour', day: '2024-02-20', lossUsd: 7 }
    commitPageIncidents(store, 7, [first, other], DAY)
    expect(loadListedIncidents(store, DAY, 30)?.value.map(({ id }) => id)).toEqual([
      first.id,
      other.id,
    ])
    expect(loadListedIncidents(store, '2024-04-20', 30)?.value.map(({ id }) => id)).toEqual([
      first.id,
    ])
  })

  test('are all that is known without a list: an empty list is none, and no list is not known', () => {
    commitPageIncidents(store, 7, [first], DAY)
    commitPageIncidents(store, 8, [], DAY)
    commitPageIncidents(store, 9, null, DAY)
    expect(loadListedIncidents(store, DAY, 30)).toBeUndefined()
    const named = loadPageIncidents(store, NEXT, 30)
    expect(named.get('7')).toMatchObject({ known: true, asOf: DAY, value: [{ id: first.id }] })
    expect(named.get('8')).toMatchObject({ known: true, value: [] })
    expect(named.has('9')).toBe(false)
    expect(loadPageIncidents(store, '2024-04-20', 30).size).toBe(0)
  })

  test('that name an incident no more take it back', () => {
    commitPageIncidents(store, 7, [first], DAY)
    commitPageIncidents(store, 7, [], NEXT)
    expect(loadPageIncidents(store, NEXT, 30).get('7')?.value).toEqual([])
  })

  test.each(['the list', 'its page'])(
    '%s corrects amount, technique and name months later, and what it said is kept',
    (by) => {
      const drift = anIncident('2026-04-01-drift', {
        ...{ protocolId: '970', name: 'Drift', day: '2026-04-01', lossUsd: 285e6 },
        technique: 'Private Key Compromised',
      })
      const corrected = {
        ...drift,
        name: 'Drift Trade',
        lossUsd: 295e6,
        technique: 'Proxy Upgrade',
      }
      const state = (day: string, one: Incident) =>
        by === 'the list' ? list(day, one) : commitPageIncidents(store, 970, [one], day)
      state('2026-04-02', drift)
      state('2026-05-02', drift)
      state('2026-09-04', corrected)
      state('2026-09-05', corrected)
      expect(rows()).toEqual([
        {
          ...{ id: drift.id, name: 'Drift Trade', day: '2026-04-01', loss: 295e6 },
          firstSeen: '2026-04-02',
        },
      ])
      const { name, day, lossUsd, technique } = drift
      const first = { name, day, lossUsd, technique, until: '2026-09-04' }
      expect(earlier()).toEqual([first])
      // A list and a page that differ do not fill the store.
      for (let n = 6; n < 26; n += 1)
        state(`2026-09-${String(n).padStart(2, '0')}`, n % 2 ? drift : corrected)
      expect(earlier()).toHaveLength(2)
    },
  )
})

function list(day: string, ...incidents: Incident[]): void {
  const rowCounts = { rows: 1, accepted: 1, outOfScope: {}, refused: {} }
  commitBatch(store, HACKS, { asOf: day, rowCounts, incidents }, aRun(HACKS, day))
}

function earlier(): unknown {
  return JSON.parse(String(store.prepare('SELECT earlier FROM incidents').pluck().get()))
}

function rows() {
  return store
    .prepare<[], { id: string; name: string; day: string; loss: number; firstSeen: string }>(
      'SELECT id, name, occurred_on AS day, loss_usd AS loss, first_seen AS firstSeen FROM incidents ORDER BY id',
    )
    .all()
}
