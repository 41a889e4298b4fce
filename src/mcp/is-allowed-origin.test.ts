import { expect, test } from 'vitest'
import { isAllowedOrigin } from './is-allowed-origin.ts'

const SITE = 'https://risk.example'

test.each([
  [null, SITE, true],
  [null, null, true],
  ['https://risk.example', SITE, true],
  ['https://risk.example', `${SITE}/`, true],
  ['http://risk.example', SITE, false],
  ['https://risk.example:8443', SITE, false],
  ['https://risk.example.evil.example', SITE, false],
  ['http://localhost:8888', SITE, false],
  ['http://localhost:8888', null, true],
  ['http://127.0.0.1', null, true],
  ['http://[::1]:1', null, true],
  ['http://127.0.0.1.evil.example', null, false],
  ['https://risk.example', null, false],
  ['null', SITE, false],
  ['', null, false],
])('from %j to the site %j: %s', (origin, publicUrl, expected) => {
  expect(isAllowedOrigin(origin, publicUrl)).toBe(expected)
})
