import { beforeEach, describe, expect, test } from 'vitest'
import type { SnapshotEntry } from '../domain/catalogue.ts'
import { addDays } from '../domain/day.ts'
import type { Basis, SignalScore } from '../domain/score.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { loadSignalParts } from './signal-parts.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

function aSignal(id: string, contribution: number, basis: Basis = 'measured'): SignalScore {
  const rest = { value: 1, risk: 4, weight: 1, sentence: `${id}.`, source: 'test', asOf: DAY }
  return { id, contribution, basis, missing: null, inherited: false, ...rest }
}

/** A scored entry whose oracle dimension has these signals and, if given, a floor. */
function withSignals(id: number, signals: SignalScore[], floor = false): SnapshotEntry {
  const entry = anEntry(id, 4)
  const { oracle } = entry.score.dimensions
  const lift = { id: 'recentLoss', risk: 6, contribution: 0.25, sentence: 'A loss.' }
  entry.score.dimensions = {
    ...entry.score.dimensions,
    oracle: { ...oracle, signals, floor: floor ? lift : null },
  }
  return entry
}

describe('the contributions of a snapshot', () => {
  test('come back to the last decimal, with the basis of each and the floor', () => {
    const signals = [
      aSignal('a', 1.234567),
      aSignal('b', 0, 'missing'),
      aSignal('c', 0.000001, 'category'),
    ]
    const id = takeOne(store, DAY, [withSignals(1, signals, true), anEntry(2, 3), anEntry(3, null)])
    const parts = loadSignalParts(store, id)
    expect(parts.get('1')).toEqual({
      keys: ['oracle/a', 'oracle/b', 'oracle/c', 'oracle/recentLoss!'],
      micro: [1_234_567, 0, 1, 250_000],
      basis: ['measured', 'missing', 'category', 'measured'],
    })
    expect(parts.get('2')).toEqual({ keys: [], micro: [], basis: [] })
    expect(parts.has('3')).toBe(false)
  })

  test('are kept for the snapshots that are compared, and for no other', () => {
    const first = takeOne(store, DAY, [withSignals(1, [aSignal('old', 1)])])
    for (let n = 1; n <= 30; n += 1)
      takeOne(store, addDays(DAY, n), [withSignals(1, [aSignal('a', n)])])
    const kept = store.prepare<[], number>('SELECT COUNT(*) FROM signal_parts').pluck().get()
    expect(kept).toBeGreaterThan(11)
    expect(kept).toBeLessThan(17)
    expect(loadSignalParts(store, first).size).toBe(1)
    for (let n = 1; n <= 30; n += 1)
      takeOne(store, addDays(DAY, 500 + n), [withSignals(1, [aSignal('a', n)])])
    expect(loadSignalParts(store, first).size).toBe(0)
  })

  test('of a day that is built again are those of the second build', () => {
    takeOne(store, DAY, [withSignals(1, [aSignal('a', 1)])])
    const id = takeOne(store, DAY, [withSignals(1, [aSignal('a', 2)])])
    expect(loadSignalParts(store, id).get('1')?.micro).toEqual([2_000_000])
    expect(store.prepare('SELECT COUNT(*) FROM signal_parts').pluck().get()).toBe(1)
  })
})
