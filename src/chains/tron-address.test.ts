import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromTron, toTron } from './tron-address.ts'

/** USDT on Tron, in both spellings as tronscan.org shows them. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const USDT_HEX = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'

test('an address has two spellings', () => {
  expect(fromTron(USDT)).toBe(USDT_HEX)
  expect(toTron(USDT_HEX)).toBe(USDT)
})

test('every address comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const address = `0x${Buffer.from(bytes).toString('hex')}`
      expect(toTron(address)).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      expect(fromTron(toTron(address))).toBe(address)
    }),
  )
})

test.each([
  ['a letter is another one', USDT.replace('7', '8')],
  ['it is in another case', USDT.toLowerCase()],
  ['it is too short', USDT.slice(0, -1)],
  ['it is of another network', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['it is a Solana address', 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'],
  ['it is empty', ''],
])('a text is refused when %s', (_, text) => {
  expect(fromTron(text)).toBeNull()
})
