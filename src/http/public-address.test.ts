import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import addresses from './fixtures/addresses.json' with { type: 'json' }
import { isPublicAddress } from './public-address.ts'

describe('an address on the public internet', () => {
  test.each(addresses.public)('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(addresses.other)('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('is never one of 10.0.0.0/8, 127.0.0.0/8 or 192.168.0.0/16, whichever form it is wrapped in', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const prefix = fc.constantFrom([10, null], [127, null], [192, 168])
    fc.assert(
      fc.property(prefix, byte, byte, byte, ([first, fixed], b, c, d) => {
        const dotted = `${first}.${fixed ?? b}.${c}.${d}`
        for (const address of [dotted, `::ffff:${dotted}`, `::${dotted}`, `64:ff9b::${dotted}`]) {
          expect(isPublicAddress(address)).toBe(false)
        }
      }),
    )
  })
})
