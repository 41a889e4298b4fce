import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { UNREAD } from '../../model/kinds.ts'
import { DRIVER_NAMES, driverOf, readEntry } from './drivers.ts'
import { openContracts } from './open-contracts.ts'

const contractsOn = openContracts()

const OWNER = `0x${'a1'.repeat(20)}` as const

describe('the drivers', () => {
  test('are of different names, and name one another', () => {
    expect(new Set(DRIVER_NAMES).size).toBe(DRIVER_NAMES.length)
    for (const name of DRIVER_NAMES) {
      const { unreadAs = name } = driverOf(name)
      expect([name, driverOf(unreadAs).name]).toEqual([name, unreadAs])
    }
    expect(() => driverOf('none')).toThrow(RangeError)
    const described = [...Object.keys(UNREAD.drivers), ...Object.keys(UNREAD.driversAt)]
    expect(DRIVER_NAMES).toEqual(expect.arrayContaining(described))
  })

  test.each(DRIVER_NAMES)('%s is in the file of its name', async (name) => {
    const file: Record<string, unknown> = await import(`../drivers/${name}.ts`)
    expect(Object.values(file)).toContain(driverOf(name))
  })

  test.each(SCAN_CHAINS)('ask something about every entry of $key', ({ key }) => {
    for (const entry of contractsOn(key).entries) {
      const { value, done } = readEntry(entry, OWNER).next()
      expect([entry.id, done]).toEqual([entry.id, false])
      expect(value).not.toHaveLength(0)
    }
  })
})
