import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

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
