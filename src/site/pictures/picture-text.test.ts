import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawableName, drawableText, linesOf, type Measure } from './picture-text.ts'

/** A font with plain letters, each one pixel wide. */
const measure: Measure = {
  has: (letter) => /^[\u0020-\u007e…]$/.test(letter),
  width: (text) => [...text].length,
}

test.each([
  ['Aave V3', 'Aave V3'],
  ['  Two \n words ', 'Two words'],
  ['Ünïted', 'United'],
  ['Frog 🐸', 'Frog'],
  ['\u202eevil\u200b', 'evil'],
  ['船 Finance', null],
  ['🐸', null],
  ['\ud800', null],
  ['', null],
])('the name %j is drawn as %j', (name, drawn) => {
  expect(drawableName(name, measure.has)).toBe(drawn)
})

test('letters of a sentence that cannot be drawn are an ellipsis', () => {
  expect(drawableText('A 船舶 of €5', measure.has)).toBe('A … of …5')
})

test.each([
  ['one two three', 8, 2, ['one two', 'three']],
  ['one two three four', 8, 2, ['one two', 'three…']],
  ['abcdefghij', 4, 2, ['abcd', 'efg…']],
  ['fits', 4, 1, ['fits']],
  ['', 4, 2, []],
])('%j in lines of %i', (text, width, most, lines) => {
  expect(linesOf(text, width, most, measure)).toEqual(lines)
})

test('no line is too wide, and there are not too many', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 3, max: 20 }), (text, width) => {
      const lines = linesOf(text.trim(), width, 3, measure)
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(measure.width(line)).toBeLessThanOrEqual(width)
    }),
  )
})
