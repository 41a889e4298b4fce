import { describe, expect, test } from 'vitest'
import { REGISTRY_CHAINS } from '../contracts/chains.ts'
import { registryEntry } from '../contracts/contract-entry.ts'
import { openRegistry } from '../contracts/open-contracts.ts'
import { DRIVERS, readEntry } from './drivers.ts'

const readRegistry = openRegistry()

const OWNER = `0x${'a1'.repeat(20)}` as const

describe('the drivers', () => {
  test('are one for every kind of entry', () => {
    const named = registryEntry.options.map(({ shape }) => shape.driver.value)
    expect(Object.keys(DRIVERS).sort()).toEqual([...named].sort())
  })

  test.each(REGISTRY_CHAINS)('ask something about every entry of $key', ({ key }) => {
    for (const entry of readRegistry(key).entries) {
      const { value, done } = readEntry(entry, OWNER).next()
      expect([entry.id, done]).toEqual([entry.id, false])
      expect(value).not.toHaveLength(0)
    }
  })
})
