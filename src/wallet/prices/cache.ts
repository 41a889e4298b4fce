import { LRUCache } from 'lru-cache'
import type { Known } from '../../domain/reading.ts'

export interface PriceCache {
  /** The price kept under a key, unless it is too old. */
  find(key: string, nowMs: number): Known<number> | undefined
  keep(key: string, price: Known<number>, nowMs: number): void
  readonly size: number
}

export const CACHE_DEFAULTS = { maxEntries: 5_000, maxAgeMs: 60_000 }

/**
 * Prices in memory for as long as this process lives. Only what is known is kept: what is missing may be there a second later.
 * When it is full the price that was kept longest ago goes.
 */
export function createPriceCache({ maxEntries, maxAgeMs } = CACHE_DEFAULTS): PriceCache {
  const kept = new LRUCache<string, { price: Known<number>; atMs: number }>({ max: maxEntries })
  return {
    find(key, nowMs) {
      // `peek` leaves the order alone: the price kept longest ago goes first, however often it was read.
      const entry = kept.peek(key)
      if (!entry) return undefined
      const ageMs = nowMs - entry.atMs
      // A clock that was set back makes an entry of the future, which would never expire.
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
