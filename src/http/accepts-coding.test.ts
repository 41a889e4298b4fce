import { expect, test } from 'vitest'
import { acceptsCoding } from './accepts-coding.ts'

test.each([
  ['gzip', 'gzip', true],
  ['br, GZIP;q=0.5', 'gzip', true],
  ['br,gzip', 'br', true],
  ['deflate', 'gzip', false],
  ['gzip;q=0', 'gzip', false],
  ['gzip; q=0.000 , br', 'gzip', false],
  ['gzip;q=0.001', 'gzip', true],
  ['xgzip', 'gzip', false],
  ['', 'gzip', false],
  [null, 'br', false],
] as const)('%j accepts %s: %s', (accepted, coding, expected) => {
  expect(acceptsCoding(accepted, coding)).toBe(expected)
})
