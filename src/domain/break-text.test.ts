import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakText, type MeasureText } from './break-text.ts'

/** Letters that are one pixel wide. */
const measure: MeasureText = (text) => [...text].length

test.each([
  ['one two three', 8, 2, ['one two', 'three']],
  ['one two three four', 8, 2, ['one two', 'three…']],
  ['abcdefghij', 4, 2, ['abcd', 'efg…']],
  ['fits', 4, 1, ['fits']],
  ['', 4, 2, []],
])('%j in lines of %i', (text, width, most, lines) => {
  expect(breakText(text, { width, most, measure })).toEqual(lines)
})

test('no line is too wide, and there are not too many', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 3, max: 20 }), (text, width) => {
      const lines = breakText(text.trim(), { width, most: 3, measure })
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
    }),
  )
})
