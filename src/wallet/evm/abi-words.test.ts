import fc from 'fast-check'
import {
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeWords, encodeWords } from './abi-words.ts'
import type { Hex } from './driver.ts'
import { parseHex } from './fixtures/artifacts.ts'

const EMPTY_LIST: Hex = `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`
const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const value: Record<string, fc.Arbitrary<unknown>> = {
  address: hexOf(20),
  bytes32: hexOf(32),
  uint256: uint(256),
  uint112: uint(112),
  uint8: uint(8).map(Number),
  uint48: uint(48).map(Number),
  bool: fc.boolean(),
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

describe('decodeWords', () => {
  const types = ['address', 'uint256', 'uint112', 'uint8', 'uint48', 'bool']

  test('reads what viem reads, addresses in lower case', () => {
    fc.assert(
      fc.property(typed(types), ({ parameters, values }) => {
        const data = encodeAbiParameters(parameters, values)
        expect(decodeWords(parameters, data)).toEqual(values)
      }),
    )
  })

  test('reads nothing from bytes that viem would not write for any value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), hexOf(32), (type, data) => {
        const parameters: AbiParameter[] = [{ type }]
        const read = decodeWords(parameters, data)
        if (read) expect(encodeAbiParameters(parameters, [...read])).toBe(data)
        else expect(isCanonical(parameters, data)).toBe(false)
      }),
    )
  })

  test('reads an empty list of anything', () => {
    const parameters = parseAbiParameters('(uint256 id, string name)[]')
    const data = encodeAbiParameters(parameters, [[]])
    expect(decodeWords(parameters, data)).toEqual([[]])
    expect(decodeWords(parseAbiParameters('uint256, uint256'), data)).toEqual([32n, 0n])
  })

  test.each<[string, string, Hex]>([
    ['no bytes', 'uint256', '0x'],
    ['a word too many', 'uint256', `0x${'0'.repeat(128)}`],
    ['upper-case hex', 'uint256', `0x${'F'.repeat(64)}`],
    ['bytes that are not hex', 'uint256', `0x${'z'.repeat(64)}`],
    ['a signed number', 'int256', `0x${'f'.repeat(64)}`],
    ['two words for a list and a number', 'uint256[], uint256', EMPTY_LIST],
    ['a struct', '(uint256 a)', `0x${'0'.repeat(64)}`],
  ])('%s is left to viem', (_, type, data) => {
    expect(decodeWords(parseAbiParameters<string>(type), data)).toBeUndefined()
  })
})

function isCanonical(parameters: AbiParameter[], data: Hex): boolean {
  try {
    return encodeAbiParameters(parameters, decodeAbiParameters(parameters, data)) === data
  } catch {
    return false
  }
}
