import { afterAll, expect, test } from 'vitest'
import { type Scoreboard, scoreboard as schema } from '../contract/scoreboard.ts'
import { addDays } from '../domain/day.ts'
import { anIncident } from '../store/fixtures/batches.ts'
import {
  catalogueWith,
  type Planted,
  plantedStore,
  plantIncidents,
} from './fixtures/planted-store.ts'
import { createScoreboard } from './scoreboard.ts'

const SNAPSHOTS = 400
const PROTOCOLS = 3_600
const EVENTS = 200
const FIRST = '2026-01-01'
const LAST = addDays(FIRST, SNAPSHOTS - 1)

const MAX_SECONDS = 20
const MAX_MEGABYTES = 400

/** Invented scores: every protocol differs, and moves a little from day to day. */
const planted: Planted[] = Array.from({ length: PROTOCOLS }, (_, index) => ({
  id: index + 1,
  composite: 5,
  tvlUsd: 100_000 + index * 1_000,
}))
const store = plantedStore(planted, FIRST)

afterAll(() => {
  store.close()
})

test('more than a year of daily snapshots of every protocol is judged within bounds', () => {
  store.exec(`
    WITH RECURSIVE day(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM day WHERE n < ${SNAPSHOTS - 1})
      INSERT INTO snapshots (as_of, computed_at, methodology, origin, fingerprint, context)
      SELECT date('${FIRST}', '+' || n || ' days'), date('${FIRST}', '+' || n || ' days'), '1', 'live', printf('%064x', n),
        '{"incidents":[],"sources":[]}' FROM day;
    INSERT INTO score_numbers (snapshot_id, protocol_id, composite, coverage, tvl_usd)
      SELECT s.id, p.id, (p.id * 7919 + s.id * 104729) % 10000000, 50000, 100000 + p.id * 1000 FROM snapshots s, protocols p`)
  const incidents = Array.from({ length: EVENTS }, (_, index) => {
    const day = addDays(FIRST, 1 + ((index * 7) % (SNAPSHOTS - 2)))
    const protocolId = String(1 + ((index * 13) % PROTOCOLS))
    return anIncident(`loss-${index}`, { day, protocolId, lossUsd: 50_000 })
  })
  plantIncidents(store, LAST, incidents)
  const catalogue = catalogueWith(store, incidents)

  const heapBefore = process.memoryUsage().rss
  const started = performance.now()
  const body = createScoreboard(store, catalogue)
  const seconds = (performance.now() - started) / 1_000
  const megabytes = (process.memoryUsage().rss - heapBefore) / 1e6

  const board: Scoreboard = schema.parse(JSON.parse(body))
  expect(board.events).toHaveLength(EVENTS)
  expect(board.figures?.auc.any.value).toBeGreaterThan(0.3)
  expect(seconds).toBeLessThan(MAX_SECONDS)
  expect(megabytes).toBeLessThan(MAX_MEGABYTES)
}, 120_000)
