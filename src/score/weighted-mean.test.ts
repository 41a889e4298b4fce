import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weightedMean } from './weighted-mean.ts'

test.each([
  [
    [
      { weight: 3, value: 4 },
      { weight: 1, value: 8 },
    ],
    5,
  ],
  [
    [
      { weight: 0.25, value: 0 },
      { weight: 0.75, value: 10 },
    ],
    7.5,
  ],
  [[{ weight: 0.2, value: 7 }], 7],
])('the mean of %j is %d', (terms, mean) => {
  expect(weightedMean(terms)).toBe(mean)
})

test('a mean never leaves the range of its terms, and that of equal values is the value', () => {
  const weight = fc.integer({ min: 1, max: 9_999 }).map((part) => part / 10_000)
  const value = fc.double({ min: 0, max: 10, noNaN: true })
  const terms = fc.array(fc.record({ weight, value }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(terms, value, (list, equal) => {
      const values = list.map((term) => term.value)
      expect(weightedMean(list)).toBeGreaterThanOrEqual(Math.min(...values))
      expect(weightedMean(list)).toBeLessThanOrEqual(Math.max(...values))
      expect(weightedMean(list.map((term) => ({ ...term, value: equal })))).toBe(equal)
    }),
  )
})
