import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { anEntry, aProtocol, aRun, commitRegistry, takeOne } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { claimStore, findOrigin } from './origin.ts'
import { insertSourceRun } from './source-runs.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(claimStore, () => {
  test('an empty store is free for any origin, and for another after a failed run', () => {
    insertSourceRun(store, aRun('ofac', DAY, { origin: 'seed', status: 'failed' }))
    expect(findOrigin(store)).toBeNull()
    expect(claimStore(store, 'live')).toBe(0)
  })

  test.each([
    ['a snapshot', () => takeOne(store, DAY, [], { origin: 'seed' })],
    ['good readings', () => insertSourceRun(store, aRun('ofac', DAY, { origin: 'seed' }))],
  ])('a store that holds %s of the sample is refused to live data', (_, fill) => {
    fill()
    expect(findOrigin(store)).toBe('seed')
    expect(claimStore(store, 'seed')).toBe(0)
    expect(() => claimStore(store, 'live')).toThrow(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        message:
          'The store :memory: holds the sample; a store never mixes origins. To store live data, set PLIMSOLL_DB to another file, or move this one away.',
      }),
    )
  })

  test('of a store that was mixed before, the sample goes and all live history stays', () => {
    takeOne(store, DAY, [anEntry(1, 4.5)], { origin: 'seed' })
    insertSourceRun(store, aRun('ofac', DAY, { origin: 'seed' }))
    commitRegistry(store, addDays(DAY, 1), aProtocol(1))
    for (const day of [1, 2]) takeOne(store, addDays(DAY, day), [anEntry(1, 4.3)])
    const points = counts().points
    expect(() => claimStore(store, 'seed')).toThrow('holds live data')
    expect(claimStore(store, 'live')).toBe(1)
    expect(counts()).toEqual({ snapshots: 2, scores: 2, entries: 2, runs: 1, points })
    expect(claimStore(store, 'live')).toBe(0)
  })

  test('live data owns a store even before its first snapshot', () => {
    takeOne(store, addDays(DAY, 30), [anEntry(1, 4.5)], { origin: 'seed' })
    commitRegistry(store, DAY, aProtocol(1))
    expect(findOrigin(store)).toBe('live')
    expect(claimStore(store, 'live')).toBe(1)
  })

  test('without live data the newest snapshot names the owner', () => {
    takeOne(store, DAY, [], { origin: 'recorded' })
    takeOne(store, addDays(DAY, 1), [], { origin: 'seed' })
    expect(findOrigin(store)).toBe('seed')
    expect(claimStore(store, 'seed')).toBe(1)
  })
})

function counts(): Record<string, unknown> {
  return store
    .prepare<[], Record<string, unknown>>(
      `SELECT (SELECT COUNT(*) FROM snapshots) AS snapshots, (SELECT COUNT(*) FROM scores) AS scores,
         (SELECT COUNT(*) FROM snapshot_entries) AS entries, (SELECT COUNT(*) FROM source_runs) AS runs,
         (SELECT COUNT(*) FROM tvl_daily) AS points`,
    )
    .get() as Record<string, unknown>
}
