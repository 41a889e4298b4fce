import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day } from '../domain/day.ts'
import { takeSnapshot } from '../pipeline.ts'
import { BOUNTY_ID, bodies, DAY, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'
import { dropDay, listDropped, measureDay } from './drop-day.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { openStore, type Store } from './open.ts'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

const take = (day: Day, count = 8) =>
  takeSnapshot(options(store, memoryReader(bodies(rows(count))), day))
const drop = (day: Day) => dropDay(store, { day, on: '2024-04-01', reason: 'A bad day upstream.' })
const column = (sql: string) => store.prepare(sql).pluck().all()

/** Everything in the store that later runs read, without row ids. */
function state() {
  const all = (sql: string) => store.prepare(sql).all()
  const { past, ...catalogue } = loadCatalogue(store) ?? expect.fail('there is no snapshot')
  return {
    catalogue,
    // The contributions of days long before the newest are not kept, and that of the dropped day was the newest.
    past: { ...past, comparisons: [] },
    protocols: all('SELECT * FROM protocols ORDER BY id'),
    aliases: all('SELECT * FROM aliases ORDER BY slug, protocol_id'),
    readings: all('SELECT * FROM readings ORDER BY protocol_id, name'),
    tvl: all('SELECT * FROM tvl_daily'),
    incidents: all('SELECT * FROM incidents'),
    audits: all('SELECT * FROM audits'),
    pages: all('SELECT protocol_id, has_list FROM incident_pages'),
    fills: all('SELECT protocol_id, failures FROM history_fills'),
    runs: all('SELECT DISTINCT source, as_of, status, account FROM source_runs ORDER BY 1, 2'),
    retired: all('SELECT protocol_id, retired_on, reason FROM retired'),
  }
}

describe(dropDay, () => {
  test('a day 300 days ahead goes, and the right days after it are as if it had never been', async () => {
    const [second, third, ahead] = [1, 2, 300].map((days) => addDays(DAY, days))
    await take(DAY)
    await take(second ?? '')
    const before = loadCatalogue(store)
    await take(ahead ?? '', 9)
    await expect(take(third ?? '')).rejects.toThrow('later than')
    expect(drop(ahead ?? '')).toMatchObject({ protocols: 9, left: second })
    expect(loadCatalogue(store)).toEqual(before)
    await take(third ?? '')
    const dropped = state()

    store = openStore(':memory:')
    for (const day of [DAY, second, third]) await take(day ?? '')
    expect(dropped).toEqual(state())
  })

  test('what it leaves of no table carries the day', async () => {
    await take(DAY)
    await take(addDays(DAY, 1), 9)
    drop(addDays(DAY, 1))
    const day = addDays(DAY, 1)
    const tables = column(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('dropped', 'bodies', 'sanctions')",
    )
    for (const table of tables) {
      const text = JSON.stringify(store.prepare(`SELECT * FROM ${table}`).all())
      expect(text.includes(day), String(table)).toBe(false)
    }
    expect(column('SELECT id FROM protocols WHERE id = 900008')).toEqual([])
  })

  test('the record of a protocol that retired on the day, or was last seen on it, moves to the days beside it', () => {
    const on = (n: number) => addDays(DAY, n)
    takeOne(store, on(0), [anEntry(1, 3), anEntry(2, 3), anEntry(3, 3)])
    takeOne(store, on(1), [anEntry(1, 3), anEntry(3, 3)])
    takeOne(store, on(2), [anEntry(1, 3)])
    takeOne(store, on(3), [anEntry(1, 3)])
    drop(on(1))
    expect(
      store
        .prepare(
          'SELECT protocol_id AS id, retired_on AS day, as_of AS last FROM retired r JOIN snapshots s ON s.id = r.snapshot_id ORDER BY 1',
        )
        .all(),
    ).toEqual([
      { id: 2, day: on(2), last: on(0) },
      { id: 3, day: on(2), last: on(0) },
    ])
  })

  test('is on record with its reason, and another snapshot of the day does not change that', () => {
    takeOne(store, DAY, [anEntry(1, 3)], { fingerprint: 'a'.repeat(64) })
    drop(DAY)
    takeOne(store, DAY, [anEntry(1, 4)], { fingerprint: 'b'.repeat(64) })
    const withdrawn = {
      ...{ snapshot: `${DAY}-aaaaaaaaaaaa`, day: DAY, methodology: '1', droppedOn: '2024-04-01' },
      reason: 'A bad day upstream.',
    }
    expect(listDropped(store, 'live')).toEqual([withdrawn])
    expect(listDropped(store, 'seed')).toEqual([])
    takeOne(store, DAY, [anEntry(1, 3)], { fingerprint: 'a'.repeat(64) })
    expect(listDropped(store, 'live')).toEqual([])
  })

  test('refuses a day without a snapshot, and the last one with details', () => {
    expect(() => drop(DAY)).toThrow(`The store has no snapshot of ${DAY}.`)
    for (let n = 0; n < 4; n += 1) takeOne(store, addDays(DAY, n), [anEntry(1, 3)])
    drop(addDays(DAY, 3))
    expect(() => measureDay(store, addDays(DAY, 2))).toThrow('Take a snapshot first.')
    expect(() => drop(addDays(DAY, 2))).toThrow('Take a snapshot first.')
    expect(column('SELECT as_of FROM dropped')).toEqual([addDays(DAY, 3)])
  })
})

test('what was known of a protocol before the day comes back with the next run', async () => {
  await take(DAY)
  await take(addDays(DAY, 1))
  drop(addDays(DAY, 1))
  await take(addDays(DAY, 1))
  const covered = loadCatalogue(store)?.entries.find(({ record }) => record.id === BOUNTY_ID)
  expect(covered?.record.facts.bounty).toMatchObject({ value: { maxUsd: 50_000 } })
})
