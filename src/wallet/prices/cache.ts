import { LRUCache } from 'lru-cache'
import type { Known } from '../../domain/reading.ts'

export interface PriceCache {
  /** The price kept under a key, unless it is too old. */
  find(key: string, nowMs: number): Known<number> | undefined
  keep(key: string, price: Known<number>, nowMs: number): void
  readonly size: number
}

const CACHE_DEFAULTS = { maxEntries: 5_000, maxAgeMs: 60_000 }

/**
 * Prices in the memory of this process. Only known prices are kept, because a missing one may be available a second later. When the
 * cache is full, the price that was stored first is removed.
 */
export function createPriceCache({ maxEntries, maxAgeMs } = CACHE_DEFAULTS): PriceCache {
  const kept = new LRUCache<string, { price: Known<number>; atMs: number }>({ max: maxEntries })
  return {
    find(key, nowMs) {
      // `peek` does not change the order, so the oldest price is removed first, however often it was read.
      const entry = kept.peek(key)
      if (!entry) return undefined
      const ageMs = nowMs - entry.atMs
      // After the clock was set back, an entry can be from the future and would never expire.
      if (ageMs >= 0 && ageMs <= maxAgeMs) return entry.price
      kept.delete(key)
      return undefined
    },
    keep(key, price, nowMs) {
      kept.set(key, { price, atMs: nowMs })
    },
    get size() {
      return kept.size
    },
  }
}
