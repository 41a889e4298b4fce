import { setBounded } from '../../http/set-bounded.ts'
import { decodeKey, keyName } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { type Blobs, placeOf } from './access.ts'

/** How long an instance caches a key, and therefore how long a revocation may take to reach it. */
export const KEY_CACHE_MS = 60_000

/** Most keys in the cache of an instance, unknown ones included. */
const MAX_CACHED = 2_000

export interface KeyCache {
  findKey(digest: string): Promise<KeyRecord | null>
  remember(digest: string, record: KeyRecord | null): KeyRecord | null
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
    async findKey(digest) {
      const known = cache.get(digest)
      if (known && Math.abs(clock() - known.readAt) < KEY_CACHE_MS) return known.record
      const [part, blob] = placeOf(keyName(digest))
      const text = await blobs.use(part, 'eventual', (store) => store.get(blob, { type: 'text' }))
      return remember(digest, text === null ? null : decodeKey(text))
    },
  }
}
