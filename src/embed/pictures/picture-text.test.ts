import { expect, test } from 'vitest'
import { drawableName, drawableText } from './picture-text.ts'

/** A font with plain letters. */
const has = (letter: string) => /^[\u0020-\u007e…]$/.test(letter)

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
  expect(drawableName(name, has)).toBe(drawn)
})

test('letters of a sentence that cannot be drawn are an ellipsis', () => {
  expect(drawableText('A 船舶 of €5', has)).toBe('A … of …5')
})
