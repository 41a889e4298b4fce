import { beforeEach, describe, expect, test } from 'vitest'
import type { Incident } from '../domain/protocol.ts'
import { commitBatch } from './commit-batch.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { anIncident, aProtocol, aRun, commitRegistry } from './fixtures/batches.ts'
import { listPagesToRead, loadListedIncidents, loadPageIncidents } from './load-incidents.ts'
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

  test('are all that is known without a list: none told is none, and not told is not known', () => {
    commitPageIncidents(store, 7, [first], DAY)
    commitPageIncidents(store, 8, [], DAY)
    commitPageIncidents(store, 9, null, DAY)
    expect(loadListedIncidents(store, DAY, 30)).toBeUndefined()
    const told = loadPageIncidents(store, NEXT, 30)
    expect(told.get('7')).toMatchObject({ known: true, asOf: DAY, value: [{ id: first.id }] })
    expect(told.get('8')).toMatchObject({ known: true, value: [] })
    expect(told.has('9')).toBe(false)
    expect(loadPageIncidents(store, '2024-04-20', 30).size).toBe(0)
  })

  test('that name an incident no more take it back', () => {
    commitPageIncidents(store, 7, [first], DAY)
    commitPageIncidents(store, 7, [], NEXT)
    expect(loadPageIncidents(store, NEXT, 30).get('7')?.value).toEqual([])
  })

  test('are read again after twenty days, and only while there is no list', () => {
    commitRegistry(store, DAY, aProtocol(7), aProtocol(8))
    commitPageIncidents(store, 7, null, DAY)
    const untold = (day: string) => listPagesToRead(store, DAY, day).map(({ id }) => id)
    expect(untold('2024-03-30')).toEqual([])
    expect(untold('2024-03-31')).toEqual([7])
    list('2024-03-30', first)
    expect(untold('2024-03-31')).toEqual([])
  })
})

function list(day: string, ...incidents: Incident[]): void {
  const rowCounts = { rows: 1, accepted: 1, outOfScope: {}, refused: {} }
  commitBatch(store, HACKS, { asOf: day, rowCounts, incidents }, aRun(HACKS, day))
}

function rows() {
  return store
    .prepare<[], { id: string; name: string; day: string; loss: number; firstSeen: string }>(
      'SELECT id, name, occurred_on AS day, loss_usd AS loss, first_seen AS firstSeen FROM incidents ORDER BY id',
    )
    .all()
}
