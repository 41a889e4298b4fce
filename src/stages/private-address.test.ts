import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-address.ts'

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fd12::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
