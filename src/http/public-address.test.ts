import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('an address on the public internet', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:812::200e',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    'example.com',
    '2130706433',
    '',
  ])('is not %s', (address) => {
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
