import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { addDays, dayNumber } from '../domain/day.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { anEntry } from './fixtures/batches.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadPageIncidents } from './load-incidents.ts'
import { loadPast } from './load-past.ts'
import { openStore } from './open.ts'

const DAY = '2026-08-01'
const SNAPSHOTS = 20

let dir: string
let file: string

beforeEach(() => {
  dir = folderOfTest()
  file = path.join(dir, 'store.sqlite')
})

const composite = (id: number, n: number) => (id === 3 && n % 2 ? null : 3 + id + n * 0.049999)

/** 3.05 is stored as a little less, and rounds up. */
const BAND = { low: 3.05, high: 6.1234564 }

/** A store as the first release left it: TVL by chain, numbers as fractions, twelve snapshots in full, in the last with bounds. */
function writeFirstStore(): void {
  const db = new Database(file)
  for (const name of ['001-initial.sql', '002-snapshot-inputs.sql']) {
    db.exec(readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8'))
  }
  db.pragma('user_version = 2')
  db.exec('BEGIN')
  db.exec("INSERT INTO chains (id, name, kind) VALUES (1, 'Ethereum', 'evm'), (2, 'Base', 'evm')")
  const protocol = db.prepare(
    "INSERT INTO protocols (id, slug, name, chains, first_seen, last_seen) VALUES (?, ?, ?, '[]', ?, ?)",
  )
  const last = addDays(DAY, SNAPSHOTS - 1)
  for (const id of [1, 2, 3]) protocol.run(id, `slug-${id}`, `Name ${id}`, DAY, last)
  const tvl = db.prepare('INSERT INTO tvl_daily VALUES (?, ?, ?, ?, ?)')
  for (let n = -300; n < SNAPSHOTS; n += 1) {
    const day = dayNumber(DAY) + n
    tvl.run(1, day, 1, 0, 1_000.005 + n)
    tvl.run(1, day, 2, 0, 500.25)
    tvl.run(1, day, 2, 1, 7)
  }
  const snapshot = db.prepare("INSERT INTO snapshots VALUES (?, ?, ?, '1', 'live', ?, ?, NULL)")
  const score = db.prepare(
    'INSERT INTO scores VALUES (?, ?, ?, 1.23456789, 2, 3, NULL, 4, 5, 5.25, 99.6)',
  )
  const entry = db.prepare('INSERT INTO snapshot_entries VALUES (?, ?, ?)')
  const context = JSON.stringify({ incidents: [], sources: [{ id: 'ofac', status: 'ok' }] })
  for (let n = 0; n < SNAPSHOTS; n += 1) {
    const day = addDays(DAY, n)
    snapshot.run(n + 1, day, `${day}T00:00:00.000Z`, 'f'.repeat(64), context)
    for (const id of [1, 2, 3]) {
      score.run(n + 1, id, composite(id, n))
      const whole = anEntry(id, composite(id, n))
      const band = n === SNAPSHOTS - 1 && whole.score.composite !== null ? BAND : null
      const text = JSON.stringify({ ...whole, score: { ...whole.score, band } })
      if (n >= SNAPSHOTS - 12) entry.run(n + 1, id, n === SNAPSHOTS - 2 && id === 2 ? 'x' : text)
    }
  }
  db.exec('COMMIT')
  db.close()
}

test('a store of the first release opens with all its scores, publishes the same history and no day of TVL is gone', () => {
  writeFirstStore()
  const store = openStore(file)
  const catalogue = loadCatalogue(store) ?? expect.fail('there is no snapshot')
  const rounded = (id: number) =>
    Array.from({ length: 12 }, (_, n) => composite(id, SNAPSHOTS - 12 + n)).flatMap((value) =>
      value === null ? [] : [Math.round(value * 10) / 10],
    )
  const histories = catalogue.entries.map(({ scoreHistory }) =>
    scoreHistory.map(({ composite }) => composite),
  )
  expect(histories).toEqual([rounded(1), rounded(2), []])
  expect(catalogue.sources).toEqual([{ id: 'ofac', status: 'ok' }])
  const kept = store.prepare('SELECT composite FROM scores ORDER BY snapshot_id, protocol_id')
  expect(kept.pluck().all()).toEqual(
    Array.from({ length: SNAPSHOTS * 3 }, (_, i) => composite((i % 3) + 1, Math.floor(i / 3))).map(
      (value) => (value === null ? null : Number(value.toFixed(6))),
    ),
  )
  expect(store.prepare('SELECT * FROM scores WHERE protocol_id = 1').get()).toEqual({
    ...{ snapshot_id: 1, protocol_id: 1, composite: 4, credit: 1.2346, counterparty: 2 },
    ...{ liquidity: 3, oracle: null, smart_contract: 4, liquidity_trap: 5, coverage: 5.25 },
    ...{ tvl_usd: 100, composite_low: null, composite_high: null },
  })
  const tvl = store.prepare('SELECT day, cents FROM tvl_daily WHERE section = ? ORDER BY day').raw()
  expect(tvl.all(0)).toEqual(
    Array.from({ length: 300 + SNAPSHOTS }, (_, i) => {
      const cents = Math.round((1_000.005 + i - 300 + 500.25) * 100)
      return [dayNumber(DAY) - 300 + i, cents]
    }),
  )
  expect(tvl.all(1)).toHaveLength(300 + SNAPSHOTS)
  expect(store.pragma('foreign_key_check')).toEqual([])
  expect(store.pragma('integrity_check', { simple: true })).toBe('ok')
  store.close()
})

test('scores of a store without bounds keep none, but for those whose entries have them', () => {
  writeFirstStore()
  const store = openStore(file)
  const { numbers } = loadPast(store, 'live')
  const none = Array(SNAPSHOTS - 1).fill(Number.NaN)
  for (const id of ['1', '2']) {
    const own = numbers.get(id)
    expect([...(own?.low ?? [])]).toEqual([...none, 3.1])
    expect([...(own?.high ?? [])]).toEqual([...none, 6.1])
    expect(own?.composite.some(Number.isNaN)).toBe(false)
  }
  expect([...(numbers.get('3')?.low ?? [])]).toEqual([...none, Number.NaN])
  store.close()
})

test('the dimensions of the newest snapshots round to what was published, older ones stay as they were kept', () => {
  writeFirstStore()
  const db = new Database(file)
  const exact = 4.349979316
  db.prepare(
    "UPDATE snapshot_entries SET entry = json_set(entry, '$.score.dimensions.oracle.score', ?) WHERE entry <> 'x'",
  ).run(exact)
  db.prepare('UPDATE scores SET oracle = ?').run(exact)
  db.close()
  const store = openStore(file)
  const oracle = store.prepare(
    'SELECT oracle FROM scores WHERE protocol_id = 1 ORDER BY snapshot_id',
  )
  expect(oracle.pluck().all()).toEqual([...Array(SNAPSHOTS - 2).fill(4.35), 4.3499, 4.3499])
  store.close()
})

test('a store of which pages named incidents keeps them under the later names of its columns', () => {
  writeFirstStore()
  const db = new Database(file)
  const folder = new URL('./migrations/', import.meta.url)
  const later = readdirSync(folder).filter((name) => name > '003' && name < '016')
  for (const name of later.sort()) db.exec(readFileSync(new URL(name, folder), 'utf8'))
  db.pragma('user_version = 15')
  db.exec(
    "INSERT INTO incidents (id, name, occurred_on, source, match_method, first_seen, last_seen) VALUES ('leak', 'Leak', '2026-08-02', 'hacks', 'upstream-id', '2026-08-03', '')",
  )
  db.exec("UPDATE incidents SET told_by = 1, told_on = '2026-08-20'")
  db.exec("INSERT INTO incident_pages VALUES (1, '2026-08-20', 1), (2, '2026-08-20', 0)")
  db.close()
  const store = openStore(file)
  const named = loadPageIncidents(store, '2026-08-20', 30)
  expect(named.get('1')).toMatchObject({ known: true, value: [{ name: 'Leak' }] })
  expect(named.has('2')).toBe(false)
  store.close()
})
