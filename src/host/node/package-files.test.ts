import { expect, test } from 'vitest'
import { packageHeaders } from './package-files.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

test.each([
  [
    '/client/plimsoll-1.2.3.tgz',
    { 'Content-Type': 'application/gzip', 'Cache-Control': IMMUTABLE },
  ],
  [
    '/client/plimsoll-1.2.3-py3-none-any.whl',
    { 'Content-Type': 'application/zip', 'Cache-Control': IMMUTABLE },
  ],
  // The same address has another manifest with each version.
  ['/client/manifest.json.sig', { 'Content-Type': 'text/plain; charset=utf-8' }],
  ['/client/manifest.json', null],
  ['/plimsoll-1.2.3.tgz', null],
])('the headers of %s', (name, headers) => {
  expect(packageHeaders(name)).toEqual(headers)
})
