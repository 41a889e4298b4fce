import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { findNewestSnapshot, findSnapshot, findSnapshotNear, replaceSnapshot } from './snapshots.ts'

const DAY = '2024-01-01'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(replaceSnapshot, () => {
  test('keeps the numbers by column and the whole entry', () => {
    const plain = anEntry(1, 4.25)
    const one = { ...plain, score: { ...plain.score, band: { low: 3.44, high: 5.15 } } }
    const id = takeOne(store, DAY, [one, anEntry(2, null)])
    expect(store.prepare('SELECT * FROM scores ORDER BY protocol_id').all()).toEqual([
      {
        snapshot_id: id,
        protocol_id: 1,
        composite: 4.25,
        composite_low: 3.4,
        composite_high: 5.2,
        credit: null,
        counterparty: 4,
        liquidity: 4,
        oracle: 4,
        smart_contract: 4,
        liquidity_trap: 4,
        coverage: 5,
        tvl_usd: 5,
      },
      expect.objectContaining({ protocol_id: 2, composite: null, composite_low: null }),
    ])
    const [entry] = store.prepare('SELECT entry FROM entries').pluck().all()
    expect(JSON.parse(String(entry))).toEqual(one)
  })

  test('a snapshot of the same day takes the place of the first, with all that hung on it', () => {
    takeOne(store, DAY, [anEntry(1, 4), anEntry(2, 5)])
    const second = takeOne(store, DAY, [anEntry(1, 6)])
    expect(counts()).toEqual({ snapshots: 1, scores: 1, entries: 1 })
    expect(store.prepare('SELECT composite FROM scores').pluck().get()).toBe(6)
    expect(findSnapshot(store, DAY)?.id).toBe(second)
  })

  test('a failure in the middle leaves the snapshot of before', () => {
    takeOne(store, DAY, [anEntry(1, 4)])
    expect(() => takeOne(store, DAY, [anEntry(1, 5), anEntry(1, 6)])).toThrow('UNIQUE')
    expect(store.prepare('SELECT composite FROM scores').pluck().all()).toEqual([4])
    expect(counts()).toEqual({ snapshots: 1, scores: 1, entries: 1 })
  })

  test('whole entries are kept for two snapshots, the numbers for all', () => {
    for (let n = 0; n < 14; n += 1) takeOne(store, addDays(DAY, n), [anEntry(1, n / 2)])
    expect(counts()).toEqual({ snapshots: 14, scores: 14, entries: 2 })
    const oldest = `SELECT MIN(as_of) FROM snapshots s JOIN snapshot_entries e ON e.snapshot_id = s.id`
    expect(store.prepare(oldest).pluck().get()).toBe(addDays(DAY, 12))
  })

  test('an entry that did not change is kept once', () => {
    for (const [n, composite] of [4, 4, 5].entries()) {
      takeOne(store, addDays(DAY, n), [anEntry(1, 4), anEntry(2, composite)])
    }
    const kept = store.prepare('SELECT protocol_id FROM entries ORDER BY id').pluck()
    expect(kept.all()).toEqual([1, 2, 2])
    expect(counts()).toMatchObject({ entries: 4 })
  })

  test('a composite is kept to its last decimal, and comes back as it was', () => {
    const composites = [0.000001, 3.891114, 4.349999, 9.999999, 10]
    for (const [n, composite] of composites.entries()) {
      takeOne(store, addDays(DAY, n), [anEntry(1, composite)])
    }
    const read = store.prepare('SELECT composite FROM scores ORDER BY snapshot_id').pluck()
    expect(read.all()).toEqual(composites)
  })
})

describe('finding a snapshot', () => {
  beforeEach(() => {
    takeOne(store, addDays(DAY, 3), [], { methodology: '2' })
    takeOne(store, DAY, [], { origin: 'seed' })
    takeOne(store, addDays(DAY, 1), [])
  })

  test('the newest is the one of the latest day, not the last written', () => {
    expect(findNewestSnapshot(store)).toMatchObject({
      id: 1,
      asOf: addDays(DAY, 3),
      computedAt: `${addDays(DAY, 3)}T00:00:00.000Z`,
      methodology: '2',
      origin: 'live',
      fingerprint: expect.any(String),
    })
    expect(findNewestSnapshot(openStore(':memory:'))).toBeUndefined()
  })

  test('a day has its own or none', () => {
    expect(findSnapshot(store, DAY)?.origin).toBe('seed')
    expect(findSnapshot(store, addDays(DAY, 2))).toBeUndefined()
  })

  test('near a day the nearest of one origin under one methodology counts, both ends included', () => {
    const near = (day: number, from: number, to: number, origin = 'live') => {
      const between = { from: addDays(DAY, from), to: addDays(DAY, to) }
      const like = { methodology: '1', origin }
      return findSnapshotNear(store, addDays(DAY, day), between, like)?.asOf
    }
    expect(near(0, 0, 9)).toBe(addDays(DAY, 1))
    expect(near(1, 1, 1)).toBe(addDays(DAY, 1))
    expect(near(0, -5, 0)).toBeUndefined()
    expect(near(0, -5, 0, 'seed')).toBe(DAY)
    expect(near(3, 2, 9)).toBeUndefined()
    takeOne(store, addDays(DAY, 6), [])
    expect(near(4, 0, 9)).toBe(addDays(DAY, 6))
    expect(near(3, 0, 9)).toBe(addDays(DAY, 1))
  })
})

function counts(): unknown {
  return store
    .prepare(
      `SELECT (SELECT COUNT(*) FROM snapshots) AS snapshots, (SELECT COUNT(*) FROM scores) AS scores,
         (SELECT COUNT(*) FROM snapshot_entries) AS entries`,
    )
    .get()
}
