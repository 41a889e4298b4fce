import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { known } from '../../domain/reading.ts'
import { createPriceCache } from './cache.ts'

const PRICE = known(2, '2026-11-21', 'defillama')

describe('prices in memory', () => {
  test('are found until they are too old', () => {
    const cache = createPriceCache({ maxEntries: 2, maxAgeMs: 1_000 })
    cache.keep('a', PRICE, 5_000)
    expect(cache.find('a', 6_000)).toEqual(PRICE)
    expect(cache.find('a', 6_001)).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  test('of a clock that was set back are not kept for ever', () => {
    const cache = createPriceCache({ maxEntries: 2, maxAgeMs: 1_000 })
    cache.keep('a', PRICE, 5_000)
    expect(cache.find('a', 4_999)).toBeUndefined()
  })

  test('make room for newer ones, the one kept longest ago first', () => {
    const cache = createPriceCache({ maxEntries: 2, maxAgeMs: 1_000 })
    for (const key of ['a', 'b', 'a', 'c']) cache.keep(key, PRICE, 0)
    expect(['a', 'b', 'c'].map((key) => cache.find(key, 0))).toEqual([PRICE, undefined, PRICE])
  })

  test('are never more than the bound', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 2 })),
        fc.integer({ min: 1, max: 5 }),
        (keys, maxEntries) => {
          const cache = createPriceCache({ maxEntries, maxAgeMs: 1 })
          for (const key of keys) cache.keep(key, PRICE, 0)
          expect(cache.size).toBeLessThanOrEqual(maxEntries)
        },
      ),
    )
  })
})
