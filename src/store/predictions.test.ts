import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { countTenths, listPredictions } from './predictions.ts'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

afterEach(() => {
  store.close()
})

test('a prediction is registered on its day, or later when it was computed later', () => {
  takeOne(store, '2026-01-01', [anEntry(1, 4)])
  takeOne(store, '2026-01-02', [anEntry(1, 4)], { computedAt: '2026-01-09T23:59:59.999Z' })
  takeOne(store, '2026-01-03', [anEntry(1, 4)], { origin: 'recorded' })
  takeOne(store, '2026-01-04', [anEntry(1, 4)])
  expect(listPredictions(store, 'live', '2026-01-04')).toMatchObject([
    { asOf: '2026-01-01', registeredOn: '2026-01-01' },
    { asOf: '2026-01-02', registeredOn: '2026-01-09' },
  ])
})

test('counts the scores of a snapshot by the composite that was published, so each has the level that it had', () => {
  // Half of them end in a 5 in the second decimal, where rounding turns.
  const millionths = fc.oneof(
    fc.integer({ min: 0, max: 10_000_000 }),
    fc.integer({ min: 0, max: 99 }).map((tenths) => tenths * 100_000 + 50_000),
  )
  const composite = millionths.map((points) => points / 1e6)
  fc.assert(
    fc.property(fc.array(composite, { maxLength: 8 }), (composites) => {
      takeOne(store, '2026-01-01', [
        anEntry(99, null),
        ...composites.map((c, id) => anEntry(id, c)),
      ])
      const counted = countTenths(store, 'live').flatMap(({ tenths, protocols }) =>
        Array<number>(protocols).fill(tenths / 10),
      )
      const published = composites.map(roundScore).sort((a, b) => a - b)
      expect(counted).toEqual(published)
      expect(counted.map(riskLevel)).toEqual(published.map(riskLevel))
    }),
  )
})
