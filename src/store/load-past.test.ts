import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { known } from '../domain/reading.ts'
import { roundScore } from '../domain/risk-level.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { loadPast } from './load-past.ts'
import { openStore } from './open.ts'

const DAY = '2024-03-10'
const at = (n: number) => addDays(DAY, n)

test('the past is every snapshot of one origin with the numbers of each protocol, unknown ones as NaN', () => {
  const store = openStore(':memory:')
  takeOne(store, at(-4), [anEntry(1, 9)], { origin: 'seed' })
  takeOne(store, at(0), [anEntry(1, 2.123456), anEntry(2, null)])
  takeOne(store, at(4), [{ ...anEntry(1, 3), tvlUsd: null }], { methodology: '2' })
  const { snapshots, numbers, comparisons } = loadPast(store, 'live')
  expect(snapshots.map(({ day, methodology }) => [day, methodology])).toEqual([
    [at(0), '1'],
    [at(4), '2'],
  ])
  expect(snapshots[0]?.publicId).toMatch(/^2024-03-10-.{12}$/)
  const one = numbers.get('1')
  expect([...(one?.composite ?? [])]).toEqual([2.123456, 3])
  expect([...(one?.tvlUsd ?? [])]).toEqual([5, Number.NaN])
  expect([...(one?.dimensions.oracle ?? [])]).toEqual([4, 4])
  expect([...(one?.dimensions.credit ?? [])]).toEqual([Number.NaN, Number.NaN])
  expect([...(numbers.get('2')?.listed ?? [])]).toEqual([1, 0])
  expect([...(numbers.get('2')?.composite ?? [])]).toEqual([Number.NaN, Number.NaN])
  expect(comparisons.map((comparison) => comparison.at)).toEqual([0])
  expect([...(comparisons[0]?.parts.keys() ?? [])]).toEqual(['1'])
})

test('only the newest snapshot of a sample was published on its day, and every one of live data', () => {
  const store = openStore(':memory:')
  for (const origin of ['seed', 'live']) {
    takeOne(store, at(origin === 'seed' ? -4 : 1), [anEntry(1, 9)], { origin })
    takeOne(store, at(origin === 'seed' ? 0 : 2), [anEntry(1, 9)], { origin })
  }
  expect(loadPast(store, 'seed').publishedFrom).toBe(at(0))
  expect(loadPast(store, 'live')).not.toHaveProperty('publishedFrom')
})

test('the day of a TVL is kept where it is not that of the snapshot', () => {
  const store = openStore(':memory:')
  const of = (day: string) => {
    const entry = anEntry(1, 2)
    return { ...entry, record: { ...entry.record, tvl: known([], day, 'test') } }
  }
  takeOne(store, at(0), [of(at(0))])
  takeOne(store, at(1), [of(at(-9))])
  expect(loadPast(store, 'live').numbers.get('1')?.tvlDays).toEqual(new Map([[1, at(-9)]]))
})

test('a published composite stays between its bounds, and has both or none', () => {
  const points = fc.integer({ min: 0, max: 10_000_000 }).map((micro) => micro / 1e6)
  const sorted = fc.tuple(points, points, points).map((three) => three.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(fc.array(fc.option(sorted), { minLength: 1, maxLength: 20 }), (all) => {
      const store = openStore(':memory:')
      const entries = all.map((three, id) => {
        const [low = 0, composite = 0, high = 0] = three ?? []
        const entry = anEntry(id, three && composite)
        return { ...entry, score: { ...entry.score, band: three && { low, high } } }
      })
      takeOne(store, DAY, entries)
      const { numbers } = loadPast(store, 'live')
      for (const [id, three] of all.entries()) {
        const { low, composite, high } = numbers.get(String(id)) ?? expect.fail('it is not there')
        const [lower = 0, middle = 0, upper = 0] = [...low, ...composite, ...high]
        if (three === null) expect([lower, middle, upper]).toEqual(Array(3).fill(Number.NaN))
        else {
          expect(lower).toBeLessThanOrEqual(roundScore(middle))
          expect(upper).toBeGreaterThanOrEqual(roundScore(middle))
          expect([lower, upper]).toEqual([three[0] ?? 0, three[2] ?? 0].map(roundScore))
        }
      }
      store.close()
    }),
    { numRuns: 30 },
  )
})

test('an empty store has no past', () => {
  const { snapshots, comparisons } = loadPast(openStore(':memory:'), 'live')
  expect([snapshots, comparisons]).toEqual([[], []])
})
