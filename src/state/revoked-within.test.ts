import { expect, test } from 'vitest'
import { KEY_CACHE_MS } from './blobs/key-cache.ts'
import { revokedWithinSeconds } from './revoked-within.ts'

test.each(['sqlite:a', 'redis://localhost', 'https://eu1.upstash.example'])(
  'a revocation in %s holds within a second',
  (url) => {
    expect(revokedWithinSeconds(url)).toBe(1)
  },
)

test('in Blobs it takes as long as a record is cached, and a minute in which an old one may be read', () => {
  expect(revokedWithinSeconds('blobs:')).toBe(KEY_CACHE_MS / 1_000 + 60)
})
