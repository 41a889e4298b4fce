import { expect, test } from 'vitest'
import { MAX_NESTING, parseJson, parseOutsideJson } from './json.ts'

test('JSON gives its value, and null is a value', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseJson('null')).toBeNull()
})

test.each(['', '{"a":', 'undefined', '<html>'])(
  'text that is not JSON gives undefined: %j',
  (text) => {
    expect(parseJson(text)).toBeUndefined()
  },
)

test('a text from outside gives its value up to a depth, and beyond it none', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseOutsideJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseOutsideJson(nested(MAX_NESTING))).toEqual(JSON.parse(nested(MAX_NESTING)))
  expect(parseOutsideJson(nested(MAX_NESTING + 1))).toBeUndefined()
  expect(parseOutsideJson('<html>')).toBeUndefined()
})
