import { expect, test } from 'vitest'
import { packedAddresses, unpacked } from './packed-addresses.ts'

const one = 'ab'.repeat(20)
const two = '01'.repeat(20)

test('addresses are unpacked in their order', () => {
  expect(unpacked(`0x${one}${two}`)).toEqual([`0x${one}`, `0x${two}`])
})

test.each([
  [`0x${one}`, true],
  [`0x${one}${two}`, true],
  ['0x', false],
  [`0x${one}${two.slice(2)}`, false],
  [`0x${one.toUpperCase()}`, false],
  [one, false],
])('%s is a list of whole addresses in lower case: %s', (text, isList) => {
  expect(packedAddresses.safeParse(text).success).toBe(isList)
})
