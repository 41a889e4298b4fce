import { expect, test } from 'vitest'
import { lower, slug } from './lower.ts'

test('a checksummed address is written in lower case', () => {
  expect(lower('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0')).toBe(
    '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0',
  )
})

test('a wrong checksum is refused, which is how a typing error shows', () => {
  expect(() => lower('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2CA0')).toThrow(/checksum/)
  expect(() => lower('0x7f39')).toThrow(/Not an address/)
})

test('a part of an id keeps letters, digits and dots', () => {
  expect(slug('STK_WA_USDC.e V1')).toBe('stk-wa-usdc.e-v1')
})
