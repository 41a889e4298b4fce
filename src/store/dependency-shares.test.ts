import { deflateSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { addDays, type Day } from '../domain/day.ts'
import type { DependencyShare, DependencyShares, DollarPrice } from '../domain/dependency.ts'
import { loadPastShares } from './dependency-shares.ts'
import { openStore, type Store } from './open.ts'
import { listPublished, replaceSnapshot } from './snapshots.ts'

const DAY = '2026-01-01'

const SHARES: DependencyShare[] = [
  { from: '1', kind: 'holds', to: 'lido', protocolId: '182', share: 0.123456, basis: 'upstream' },
  { from: '1', kind: 'runs-on', to: '7', protocolId: '7', share: null, basis: 'curated' },
  { from: '2', kind: 'bridged-by', to: 'span', protocolId: null, share: 1, basis: 'curated' },
]

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

function take(day: Day, shares: DependencyShares | null): void {
  const about = { computedAt: `${day}T00:00:00.000Z`, methodology: '1', origin: 'live' }
  const snapshot = { ...about, asOf: day, fingerprint: day.padEnd(64, '0'), inputs: null }
  replaceSnapshot(store, snapshot, { incidents: [], sources: [] }, [], [], shares)
}

const PRICES: DollarPrice[] = [
  { token: 'usdc.e-polygon', symbol: 'USDC.E', usd: 0.99987, pages: 12 },
  { token: 'usr', symbol: 'USR', usd: 1e-7, pages: 2 },
]

const kept = (resolved = 2): DependencyShares => ({
  ...{ resolved, tables: 'abc', prices: PRICES, shares: SHARES },
})

function load(incidents: { id: string; day: Day; protocolId: string | null }[] = []) {
  return loadPastShares(store, 'live', listPublished(store, 'live'), incidents)
}

test('the shares of a snapshot come back as they were, and none of one that kept none', () => {
  take(DAY, kept())
  take(addDays(DAY, 1), null)
  take(addDays(DAY, 2), { resolved: 0, tables: 'abc', prices: [], shares: [] })
  expect(load().recent).toEqual([
    { day: DAY, ...kept() },
    { day: addDays(DAY, 2), resolved: 0, tables: 'abc', prices: [], shares: [] },
  ])
})

test('a snapshot of an earlier version, whose first line ends with the tables, has no prices', () => {
  take(DAY, kept())
  store
    .prepare('UPDATE dependency_shares SET packed = ?')
    .run(deflateSync('7 abc\n1 holds lido 182 0.5 upstream'))
  expect(load().recent).toMatchObject([{ resolved: 7, prices: [], shares: [{ share: 0.5 }] }])
})

test('an incident has those of the last snapshot before its day, on its protocol alone, and none that is a week older', () => {
  take(DAY, kept(1))
  take(addDays(DAY, 2), kept(2))
  take(addDays(DAY, 3), kept(3))
  const { before } = load([
    { id: 'near', day: addDays(DAY, 3), protocolId: '182' },
    { id: 'none', day: addDays(DAY, 3), protocolId: null },
    { id: 'first', day: DAY, protocolId: '182' },
    { id: 'late', day: addDays(DAY, 11), protocolId: '182' },
    { id: 'other', day: addDays(DAY, 10), protocolId: '9' },
  ])
  expect([...before]).toEqual([
    ['near', { day: addDays(DAY, 2), ...kept(2), shares: SHARES.slice(0, 1) }],
    ['other', { day: addDays(DAY, 3), ...kept(3), shares: [] }],
  ])
})

test('the newest ninety snapshots keep theirs, and the last one before an incident does for ever', () => {
  store
    .prepare(
      `INSERT INTO incidents (id, protocol_id, name, occurred_on, source, match_method, first_seen, last_seen)
       VALUES ('a', 182, 'a', ?, 'test', 'test', ?, ?)`,
    )
    .run(addDays(DAY, 5), DAY, DAY)
  for (let n = 0; n < 100; n += 1) take(addDays(DAY, n), kept())
  const days = store
    .prepare<[], Day>(
      'SELECT as_of FROM dependency_shares d JOIN snapshots s ON s.id = d.snapshot_id ORDER BY as_of',
    )
    .pluck()
    .all()
  expect(days).toHaveLength(91)
  expect(days.slice(0, 2)).toEqual([addDays(DAY, 4), addDays(DAY, 10)])
})
