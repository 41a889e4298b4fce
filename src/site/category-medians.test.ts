import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryMedians } from './category-medians.ts'

test('each category has the median of its published scores, and none without one; what is not active or has an old TVL has no part in it', () => {
  const medians = categoryMedians({
    asOf: '2026-10-04',
    categories: ['Lending', 'Dexes', 'Bridge'],
    columns: {
      category: [0, 0, 0, 1, 1, 2, null, 0, 2, 0],
      compositeScore: [5, 1.2, 3.1, 2, 2.3, null, 9, 8, 7, 9],
      tvlAsOf: [...Array<null>(9).fill(null), '2024-03-11'],
      status: [...Array<'active'>(7).fill('active'), 'drained', 'winding-down', 'active'],
    },
  })
  expect([...medians]).toEqual([
    ['Lending', 3.1],
    ['Dexes', 2.2],
  ])
})

test('half of the scores are at or below the median, and half at or above it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (tenths) => {
      const compositeScore = tenths.map((tenth) => tenth / 10)
      const category = tenths.map(() => 0)
      const median = categoryMedians({
        asOf: '2026-10-04',
        categories: ['A'],
        columns: { category, compositeScore },
      }).get('A')
      if (median === undefined) return expect.fail('no median')
      // An even number of scores has a middle between two tenths, rounded up.
      const below = compositeScore.filter((score) => score <= median).length
      const above = compositeScore.filter((score) => score >= median - 0.051).length
      expect(below * 2).toBeGreaterThanOrEqual(tenths.length)
      expect(above * 2).toBeGreaterThanOrEqual(tenths.length)
    }),
  )
})
