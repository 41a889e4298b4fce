import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowAfterKey, visibleRows } from './visible-rows.ts'

const numbers = fc.record({
  top: fc.integer({ min: -500_000, max: 500_000 }),
  height: fc.integer({ min: 0, max: 2_000 }),
  rowHeight: fc.double({ min: 20, max: 120, noNaN: true }),
  count: fc.integer({ min: 0, max: 6_000 }),
})

test('every row in sight is drawn, a few more around it, and never a row that is not there', () => {
  fc.assert(
    fc.property(numbers, ({ top, height, rowHeight, count }) => {
      const bottom = top + height
      const { first, end } = visibleRows(top, bottom, { rowHeight, count })
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(count)
      expect(end - first).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 50)
      const firstSeen = Math.max(0, Math.floor(top / rowHeight))
      const endSeen = Math.min(count, Math.ceil(bottom / rowHeight))
      if (firstSeen < endSeen) expect(first <= firstSeen && end >= endSeen).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a scroll by one row mostly draws the same rows', () => {
  const seen = Array.from({ length: 600 }, (_, row) =>
    visibleRows(row * 34, row * 34 + 600, { rowHeight: 34, count: 5_000 }),
  )
  expect(new Set(seen.map(({ first, end }) => `${first} ${end}`)).size).toBeLessThan(250)
})

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 0, 0],
  ['PageDown', 90, 99],
  ['PageUp', 20, 5],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['Enter', 50, null],
  ['constructor', 50, null],
])('%s in row %i leads to %s', (key, at, to) => {
  expect(rowAfterKey(key, at, 100)).toBe(to)
})
