import { describe, expect, test } from 'vitest'
import { REGISTRY_CHAINS } from '../registry/chains.ts'
import { openRegistry } from '../registry/read-registry.ts'
import { registryEntry } from '../registry/registry-entry.ts'
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
