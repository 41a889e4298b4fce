import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { contractEntry } from './contract-entry.ts'
import { DRIVERS, readEntry } from './drivers.ts'
import { openContracts } from './open-contracts.ts'

const contractsOn = openContracts()

const OWNER = `0x${'a1'.repeat(20)}` as const

describe('the drivers', () => {
  test('are one for every kind of entry', () => {
    const named = contractEntry.options.map(({ shape }) => shape.driver.value)
    expect(Object.keys(DRIVERS).sort()).toEqual([...named].sort())
  })

  test.each(SCAN_CHAINS)('ask something about every entry of $key', ({ key }) => {
    for (const entry of contractsOn(key).entries) {
      const { value, done } = readEntry(entry, OWNER).next()
      expect([entry.id, done]).toEqual([entry.id, false])
      expect(value).not.toHaveLength(0)
    }
  })
})
