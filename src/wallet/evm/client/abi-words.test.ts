import fc from 'fast-check'
import { type AbiParameter, encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseHex } from '../../../testing/wallet/evm/artifacts.ts'
import { encodeWords } from './abi-words.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const value: Record<string, fc.Arbitrary<unknown>> = {
  address: hexOf(20),
  bytes32: hexOf(32),
  uint256: uint(256),
}
const typed = (types: readonly string[]) =>
  fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 5 }).chain((all) =>
    fc.record({
      parameters: fc.constant(all.map((type): AbiParameter => ({ type }))),
      values: fc.tuple(...all.map((type) => value[type] ?? fc.constant(null))),
    }),
  )

describe('encodeWords', () => {
  test('writes what viem writes', () => {
    fc.assert(
      fc.property(typed(['address', 'bytes32', 'uint256']), ({ parameters, values }) => {
        expect(`0x${encodeWords(parameters, values)}`).toBe(encodeAbiParameters(parameters, values))
      }),
    )
  })

  test.each<[string, string, readonly unknown[]]>([
    ['an address with a checksum', 'address', ['0x00000000219ab540356cBB839Cbe05303d7705Fa']],
    ['an address that is too short', 'address', ['0x12']],
    ['a number below zero', 'uint256', [-1n]],
    ['a number of 257 bits', 'uint256', [2n ** 256n]],
    ['a number that is no bigint', 'uint256', [1]],
    ['another type', 'string', ['a']],
    ['an argument too many', 'uint256', [1n, 2n]],
  ])('%s is left to viem', (_, types, values) => {
    expect(encodeWords(parseAbiParameters<string>(types), values)).toBeNull()
  })
})
