import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Scoreboard, scoreboard as schema } from '../contract/scoreboard.ts'
import { addDays } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { anIncident } from '../store/fixtures/batches.ts'
import type { Store } from '../store/open.ts'
import {
  catalogueWith,
  type Planted,
  plantedStore,
  plantIncidents,
  plantSnapshot,
} from './fixtures/planted-store.ts'
import { createScoreboard } from './scoreboard.ts'

const FIRST = '2026-01-01'
const LAST = '2026-02-15'

/** Fifty protocols in five fifths of ten by TVL; within each fifth the composites are 0.5, 1.5, … 9.5. */
const PROTOCOLS: Planted[] = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  composite: 0.5 + (index % 10),
  tvlUsd: 1_000_000 + index,
}))

let store: Store

beforeEach(() => {
  store = plantedStore(PROTOCOLS, FIRST)
})

afterEach(() => {
  store.close()
})

/** A loss of $200,000, a fifth of the TVL of each protocol. */
function lossOf(protocol: number, day: string, given: Partial<Incident> = {}): Incident {
  const id = `${protocol}-${day}`
  return anIncident(id, { protocolId: String(protocol), day, lossUsd: 200_000, ...given })
}

/** Plants the incidents as the newest list, takes the last snapshot, and gives the document. */
function boardOf(incidents: Incident[]): Scoreboard {
  plantIncidents(store, LAST, incidents)
  plantSnapshot(store, LAST, PROTOCOLS)
  return read(createScoreboard(store, catalogueWith(store, incidents)))
}

function read(body: string): Scoreboard {
  return schema.parse(JSON.parse(body))
}

/** `count` losses on consecutive days, of the riskiest of the smallest ten, then of the safest of them. */
function losses(count: number, ofRiskiest: number): Incident[] {
  return Array.from({ length: count }, (_, index) =>
    lossOf(index < ofRiskiest ? 10 : 1, addDays(FIRST, 3 + index)),
  )
}

function plantDaily(): void {
  for (let day = FIRST; day < LAST; day = addDays(day, 1)) plantSnapshot(store, day, PROTOCOLS)
}

describe('figures', () => {
  test('25 planted events give the AUC that is known by hand', () => {
    plantDaily()
    const { figures, status, events } = boardOf(losses(25, 15))
    expect(status).toBe('25 events.')
    // 15 events scored above all nine others, 10 above none.
    expect(figures?.auc.any.value).toBe(0.6)
    expect(figures?.auc.any.low).toBeLessThan(0.6)
    expect(figures?.auc.any.high).toBeGreaterThan(0.6)
    expect(figures).toMatchObject({ compared: 25, families: 2 })
    expect(events.map(({ comparable }) => comparable)).toEqual(Array(25).fill(9))
    expect(events.filter(({ missed }) => missed.length > 0)).toHaveLength(10)
    expect(events.at(-1)?.missed).toEqual(['below-half', 'low-level'])
  })

  test('none is given before there are twenty events, and the document says how many there are', () => {
    plantDaily()
    const { figures, status, events, eventsNeeded } = boardOf(losses(19, 10))
    expect(figures).toBeNull()
    expect(eventsNeeded).toBe(20)
    expect(events).toHaveLength(19)
    expect(status).toBe('19 of 20 events; no figure is given before there are 20.')
  })

  test('severe losses have their own figure only when there are twenty of them', () => {
    plantDaily()
    const small = losses(25, 15).map((loss, index) =>
      index < 19 ? loss : { ...loss, lossUsd: 1_000 },
    )
    const { figures, events } = boardOf(small)
    expect(events.filter(({ severe }) => severe)).toHaveLength(19)
    expect(figures?.auc.severe).toBeNull()
    expect(figures?.auc.any.value).toBe(0.6)
  })

  test('a level has its losses, and its years from the first snapshot to the day of the incident list', () => {
    plantDaily()
    const { figures } = boardOf(losses(20, 12))
    const levels = new Map(figures?.levels.map((row) => [row.level, row]))
    // Composites 0.5 and 1.5 are very low: two of each ten protocols, for 45 days.
    const years = (10 * 45) / 365.25
    expect(levels.get('very-low')).toMatchObject({ events: 8, severe: 8, lossUsd: 1_600_000 })
    expect(levels.get('very-low')?.protocolYears).toBeCloseTo(years, 5)
    expect(levels.get('very-low')?.perYear.value).toBeCloseTo(8 / years, 5)
    // Composites from 6.5 are high: four of each ten.
    expect(levels.get('high')?.events).toBe(12)
    expect(levels.get('high')?.protocolYears).toBeCloseTo(2 * years, 5)
    expect(levels.get('low')).toMatchObject({ events: 0, perYear: { value: 0, low: 0 } })
  })
})

test('a loss that one reading has is held against its score, and is in no count', () => {
  plantDaily()
  const board = boardOf([
    lossOf(1, '2026-02-10', { readings: 1 }),
    lossOf(10, '2026-02-10', { readings: 2 }),
    lossOf(99, '2026-02-10', { readings: 1 }),
  ])
  expect(board.events.map(({ incident }) => incident)).toEqual(['10-2026-02-10'])
  expect(board).toMatchObject({ status: expect.stringMatching(/^1 of 20/), unscored: [] })
  expect(board.pending?.events).toMatchObject([
    { incident: '1-2026-02-10', scoredOn: '2026-02-09', composite: 0.5 },
  ])
  expect(board.pending?.unscored).toMatchObject([{ incident: '99-2026-02-10' }])
})

test('no year counts after the day of the incident list', () => {
  plantDaily()
  const incidents = losses(20, 12)
  plantIncidents(store, LAST, incidents)
  plantSnapshot(store, LAST, PROTOCOLS)
  const catalogue = catalogueWith(store, incidents)
  const sources = catalogue.sources.map((source) => ({ ...source, asOf: '2026-01-31' }))
  const { figures } = read(createScoreboard(store, { ...catalogue, sources }))
  const years = figures?.levels.reduce((sum, { protocolYears }) => sum + protocolYears, 0)
  expect(years).toBeCloseTo((50 * 30) / 365.25, 5)
})

describe('what counts as an event', () => {
  test('without an earlier snapshot there is no prediction to judge', () => {
    const board = boardOf([lossOf(10, '2026-02-14')])
    expect(board).toMatchObject({ predictions: [], events: [], unscored: [], figures: null })
    expect(board.status).toMatch(/^There is no earlier snapshot yet/)
  })

  test('the newest snapshot before the day of the loss predicts it, never the one of the day itself', () => {
    for (const day of [FIRST, '2026-01-10', '2026-01-20']) plantSnapshot(store, day, PROTOCOLS)
    const { events } = boardOf([lossOf(10, '2026-01-20'), lossOf(9, '2026-01-21')])
    expect(events.map(({ scoredOn }) => scoredOn)).toEqual(['2026-01-10', '2026-01-20'])
    expect(events[0]).toMatchObject({ composite: 9.5, level: 'high', knownOn: LAST })
    expect(events[0]?.snapshot).toMatch(/^2026-01-10-/)
  })

  test('a loss from before the first snapshot is none, however late it was listed', () => {
    plantSnapshot(store, '2026-01-10', PROTOCOLS)
    expect(boardOf([lossOf(10, '2026-01-09'), lossOf(10, '2026-01-10')]).events).toEqual([])
  })

  test('a loss that was known at a snapshot is not predicted by it, even when its day was corrected to a later one', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    plantIncidents(store, '2026-01-10', [lossOf(10, '2026-01-08')])
    plantSnapshot(store, '2026-01-10', PROTOCOLS)
    const corrected = { ...lossOf(10, '2026-01-08'), day: '2026-01-14' }
    const { events } = boardOf([corrected])
    expect(events).toMatchObject([{ day: '2026-01-14', knownOn: '2026-01-10', scoredOn: FIRST }])
  })

  test('a snapshot that was computed after the loss does not predict it', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    const computedAt = '2026-02-01T00:00:00.000Z'
    plantSnapshot(store, '2026-01-10', PROTOCOLS, { computedAt })
    const { events } = boardOf([lossOf(10, '2026-01-20'), lossOf(9, '2026-02-02')])
    expect(events.map(({ scoredOn }) => scoredOn)).toEqual([FIRST, '2026-01-10'])
  })

  test('snapshots of another origin predict nothing', () => {
    plantSnapshot(store, FIRST, PROTOCOLS, { origin: 'recorded' })
    const board = boardOf([lossOf(10, '2026-01-20')])
    expect(board).toMatchObject({ registered: true, predictions: [], events: [] })
  })

  test('each event names the methodology that predicted it', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    plantSnapshot(store, '2026-01-20', PROTOCOLS, { methodology: '2' })
    const { events, predictions } = boardOf([lossOf(10, '2026-01-10'), lossOf(10, '2026-01-25')])
    expect(events.map(({ methodology }) => methodology)).toEqual(['1', '2'])
    expect(predictions).toEqual([
      { methodology: '1', snapshots: 1, firstDay: FIRST, lastDay: FIRST, events: 1 },
      { methodology: '2', snapshots: 1, firstDay: '2026-01-20', lastDay: '2026-01-20', events: 1 },
    ])
  })

  test('losses without a published score are named, and those of no protocol are counted', () => {
    const [one, ...rest] = PROTOCOLS
    plantSnapshot(store, FIRST, [{ id: 1, tvlUsd: 1, ...one, composite: null }, ...rest])
    const loss = lossOf(1, '2026-01-05', { name: 'Name of the list' })
    const exchange = anIncident('exchange', { day: '2026-01-06' })
    const { events, unscored, unmatched } = boardOf([loss, exchange])
    expect(events).toEqual([])
    expect(unscored).toEqual([
      { incident: loss.id, name: 'Name of the list', day: '2026-01-05', lossUsd: 200_000 },
    ])
    expect(unmatched).toBe(1)
  })

  test('an incident that only the page of its protocol names counts once', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    const loss = lossOf(10, '2026-01-20')
    plantIncidents(store, LAST, [loss])
    plantSnapshot(store, LAST, PROTOCOLS)
    const catalogue = catalogueWith(store, [])
    const entries = catalogue.entries.map((entry) => ({ ...entry, incidents: [loss] }))
    const { events } = read(createScoreboard(store, { ...catalogue, entries }))
    expect(events.map(({ incident }) => incident)).toEqual([loss.id])
  })
})

describe('what an event is compared with', () => {
  test('a loss of a family is of its largest scored member, and its siblings are not comparable', () => {
    const members = PROTOCOLS.map((row) => (row.id <= 4 ? { ...row, parentId: 'parent#f' } : row))
    store.close()
    store = plantedStore(members, FIRST)
    plantSnapshot(store, FIRST, members)
    const loss = anIncident('family', { parentId: 'parent#f', day: '2026-01-05', lossUsd: 1 })
    const { events } = boardOf([loss])
    expect(events).toMatchObject([{ protocol: 'slug-4', comparable: 6, above: 0 }])
  })

  test('a protocol with a loss of its own in the meantime is no unharmed one', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    const { events } = boardOf([
      lossOf(9, '2026-01-05'),
      lossOf(10, '2026-01-06'),
      lossOf(8, '2026-01-06'),
    ])
    expect(events.map(({ comparable }) => comparable)).toEqual([9, 7, 7])
    expect(events[0]?.above).toBeCloseTo(8 / 9, 5)
  })

  test('the loss is a share of the TVL of two days before, or else of that of the snapshot', () => {
    plantSnapshot(store, FIRST, PROTOCOLS)
    const day = (Date.parse('2026-01-18T00:00:00Z') / 86_400_000).toString()
    store.exec(`INSERT INTO tvl_daily VALUES (10, 0, ${day}, 40000000)`)
    const { events } = boardOf([lossOf(10, '2026-01-20'), lossOf(9, '2026-01-21')])
    expect(events).toMatchObject([
      { tvlUsd: 400_000, tvlOn: '2026-01-18', lossShare: 0.5, severe: true },
      { tvlUsd: 1_000_008, tvlOn: FIRST, lossShare: 0.199998, severe: true },
    ])
  })

  test('an event without a known TVL or amount is listed, and nothing is made up for it', () => {
    const unknown = PROTOCOLS.map((row) => (row.id === 10 ? { ...row, tvlUsd: null } : row))
    plantSnapshot(store, FIRST, unknown)
    const { events } = boardOf([lossOf(10, '2026-01-20', { lossUsd: null })])
    expect(events).toMatchObject([
      { tvlUsd: null, tvlOn: null, lossShare: null, severe: false, above: null, comparable: 0 },
    ])
    expect(events[0]?.missed).toEqual([])
  })
})

test('the same store gives the same bytes, whatever the order of the incidents', () => {
  plantDaily()
  const incidents = losses(25, 15)
  plantIncidents(store, LAST, incidents)
  plantSnapshot(store, LAST, PROTOCOLS)
  const body = createScoreboard(store, catalogueWith(store, incidents))
  expect(createScoreboard(store, catalogueWith(store, incidents))).toBe(body)
  expect(createScoreboard(store, catalogueWith(store, incidents.toReversed()))).toBe(body)
})
