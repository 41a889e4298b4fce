import { describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { hashOf } from '../../chains/evm/viem.ts'
import { runCache } from './run-cache.ts'

const CODE: Hex = '0x6001'
const HASH = hashOf(CODE)

describe(runCache, () => {
  test('keeps code for later runs', () => {
    const kept = new Map<Hex, Hex>()
    runCache(kept).set(HASH, CODE)
    expect(runCache(kept).get(HASH)).toBe(CODE)
  })

  test('keeps code of another hash for its own run only', () => {
    const kept = new Map<Hex, Hex>()
    const first = runCache(kept)
    first.set('0x01', CODE)
    expect(first.get('0x01')).toBe(CODE)
    expect(kept.size).toBe(0)
  })

  test('takes no code of another hash from earlier runs', () => {
    expect(runCache(new Map<Hex, Hex>([[HASH, '0x6002']])).get(HASH)).toBeUndefined()
  })
})
