import { setBounded } from '../../http/set-bounded.ts'
import { parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'

/** How long an instance caches a key, and therefore how long a revocation may take to reach it. */
export const KEY_CACHE_MS = 60_000

/** Most keys in the cache of an instance, unknown ones included. */
const MAX_CACHED = 2_000

export const KEYS = 'keys'
export const byDigest = (digest: string) => `digests/${digest}`

export interface KeyCache {
  findKey(digest: string): Promise<KeyRecord | null>
  remember(digest: string, record: KeyRecord | null): KeyRecord | null
  forget(digest: string): void
}

/** Looks keys up and caches them: all that the edge needs of them. */
export function keyCache(blobs: Blobs, clock: () => number): KeyCache {
  const cache = new Map<string, { record: KeyRecord | null; readAt: number }>()
  const remember = (digest: string, record: KeyRecord | null) => {
    setBounded(cache, digest, { record, readAt: clock() }, MAX_CACHED)
    return record
  }
  return {
    remember,
    forget: (digest) => void cache.delete(digest),
    async findKey(digest) {
      const known = cache.get(digest)
      if (known && Math.abs(clock() - known.readAt) < KEY_CACHE_MS) return known.record
      const text = await blobs.use(KEYS, 'eventual', (store) =>
        store.get(byDigest(digest), { type: 'text' }),
      )
      return remember(digest, text === null ? null : decode(text))
    },
  }
}

export function decode(text: string): KeyRecord {
  const record = parseKeyRecord(JSON.parse(text))
  if (!record) throw unusable('a key record in it is damaged')
  return record
}
