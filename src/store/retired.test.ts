import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { anEntry, aProtocol, commitRegistry, takeOne } from './fixtures/batches.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { openStore, type Store } from './open.ts'

const DAY = '2024-03-10'
const at = (n: number) => addDays(DAY, n)

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

const retired = () => loadCatalogue(store)?.retired ?? []
const idsOf = () => retired().map(({ entry }) => entry.record.id)

describe('a protocol that a snapshot no longer has', () => {
  test('is retired on that day, with its last entry, for as long as it is gone', () => {
    takeOne(store, at(0), [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, at(4), [anEntry(1, 2), anEntry(2, 3.5)])
    expect(retired()).toEqual([])
    for (const n of [8, 12, 16, 20]) takeOne(store, at(n), [anEntry(1, 2)])
    expect(retired()).toEqual([
      { day: at(8), reason: 'left-registry', lastDay: at(4), entry: anEntry(2, 3.5) },
    ])
  })

  test('has the reason that the registry gave on that day', () => {
    commitRegistry(store, at(4), aProtocol(1), aProtocol(2, { outOfScope: 'dead' }))
    takeOne(store, at(0), [anEntry(1, 2), anEntry(2, 3), anEntry(3, 3)])
    takeOne(store, at(4), [anEntry(1, 2)])
    expect(retired().map(({ reason }) => reason)).toEqual(['dead', 'left-registry'])
  })

  test('is listed again when a later snapshot has it, and retires anew', () => {
    takeOne(store, at(0), [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, at(4), [anEntry(1, 2)])
    takeOne(store, at(8), [anEntry(1, 2), anEntry(2, 4)])
    expect(retired()).toEqual([])
    takeOne(store, at(12), [anEntry(1, 2), anEntry(2, 5)])
    expect(store.prepare('SELECT COUNT(*) FROM retired').pluck().get()).toBe(0)
    takeOne(store, at(16), [anEntry(1, 2)])
    expect(retired()).toMatchObject([{ day: at(16), lastDay: at(12), entry: anEntry(2, 5) }])
  })

  test('building the day again decides again', () => {
    takeOne(store, at(0), [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, at(4), [anEntry(1, 2)])
    takeOne(store, at(4), [anEntry(1, 2), anEntry(2, 3)])
    expect(retired()).toEqual([])
    takeOne(store, at(4), [anEntry(1, 2)])
    expect(idsOf()).toEqual(['2'])
    takeOne(store, at(8), [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, at(8), [anEntry(1, 2)])
    expect(retired()).toMatchObject([{ day: at(4), lastDay: at(0) }])
  })

  test('is kept for two years, and afterwards by its name', () => {
    commitRegistry(store, at(0), aProtocol(1), aProtocol(2, { slug: 'gone', name: 'Gone' }))
    const departed = () => loadCatalogue(store)?.departed
    takeOne(store, at(0), [anEntry(1, 2), anEntry(2, 3)])
    takeOne(store, at(4), [anEntry(1, 2)])
    takeOne(store, at(4 + 730), [anEntry(1, 2)])
    expect([idsOf(), departed()]).toEqual([['2'], []])
    takeOne(store, at(4 + 731), [anEntry(1, 2)])
    expect([idsOf(), departed()]).toEqual([[], [{ id: '2', slug: 'gone', name: 'Gone' }]])
  })

  test('is one of at most 500, those that retired last', () => {
    const many = Array.from({ length: 500 }, (_, index) => anEntry(index + 10, 3))
    takeOne(store, at(0), [anEntry(1, 2), ...many, anEntry(2, 3)])
    takeOne(store, at(4), [anEntry(1, 2), ...many])
    expect(idsOf()).toEqual(['2'])
    takeOne(store, at(8), [anEntry(1, 2)])
    expect(idsOf()).toHaveLength(500)
    expect(idsOf()).not.toContain('2')
  })
})
