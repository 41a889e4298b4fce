import fc from 'fast-check'
import {
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { parseHex } from '../../testing/wallet/evm/artifacts.ts'
import type { Hex } from '../address.ts'
import { createDecoder, createEncoder } from './abi-codec.ts'

interface Typed {
  parameter: AbiParameter
  value: fc.Arbitrary<unknown>
}

const hexOf = (minLength: number, maxLength = minLength) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((all) => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const int = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n })
const WRITTEN: Record<string, fc.Arbitrary<unknown>> = {
  address: hexOf(20),
  bytes4: hexOf(4),
  bytes32: hexOf(32),
  uint256: uint(256),
  uint112: uint(112),
  uint48: uint(48).map(Number),
  uint8: uint(8).map(Number),
  bool: fc.boolean(),
  bytes: hexOf(0, 70),
}
const READ = {
  ...WRITTEN,
  int256: int(256),
  int24: int(24).map(Number),
  string: fc.string({ unit: 'grapheme', maxLength: 40 }),
}

/** The names of structs' fields must differ, or viem drops one. */
const named = (fields: Typed[]): Typed => ({
  parameter: {
    type: 'tuple',
    components: fields.map(({ parameter }, i) => ({ ...parameter, name: `f${i}` })),
  },
  value: fc.record(Object.fromEntries(fields.map(({ value }, i) => [`f${i}`, value]))),
})
const unnamed = (fields: Typed[]): Typed => ({
  parameter: { type: 'tuple', components: fields.map(({ parameter }) => parameter) },
  value: fc.tuple(...fields.map(({ value }) => value)),
})
const listOf = ({ parameter, value }: Typed, length: number | null): Typed => ({
  parameter: { ...parameter, type: `${parameter.type}[${length ?? ''}]` },
  value: fc.array(value, { minLength: length ?? 0, maxLength: length ?? 3 }),
})

/** Values of any types that are made of these. */
function rowsOf(plain: Record<string, fc.Arbitrary<unknown>>) {
  const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
    typed: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(
        ...Object.entries(plain).map(([type, value]) => ({ parameter: { type }, value })),
      ),
      fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map(named),
      fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map(unnamed),
      fc
        .tuple(tie('typed'), fc.constantFrom(null, 1, 2))
        .map(([each, length]) => listOf(each, length)),
    ),
  }))
  return fc.array(typed, { minLength: 1, maxLength: 4 }).chain((all) =>
    fc.record({
      parameters: fc.constant(all.map(({ parameter }) => parameter)),
      values: fc.tuple(...all.map(({ value }) => value)),
    }),
  )
}
const row = rowsOf(READ)

describe('an encoder', () => {
  test('writes what viem writes, however deep the lists and structs', () => {
    fc.assert(
      fc.property(rowsOf(WRITTEN), ({ parameters, values }) => {
        const written = createEncoder(parameters)(values)
        expect(`0x${written}`).toBe(encodeAbiParameters(parameters, values))
      }),
    )
  })

  test.each<[string, string, readonly unknown[]]>([
    ['an address with a checksum', 'address', ['0x00000000219ab540356cBB839Cbe05303d7705Fa']],
    ['an address that is too short', 'address', ['0x12']],
    ['a number below zero', 'uint256', [-1n]],
    ['a number of 257 bits', 'uint256', [2n ** 256n]],
    ['a number that its type does not hold', 'uint8', [256]],
    ['half a number', 'uint8', [0.5]],
    ['bytes of half a byte', 'bytes', ['0x123']],
    ['bytes that are no hex', 'bytes', ['0xzz']],
    ['bytes in upper case', 'bytes4', ['0xABCDEF01']],
    ['a list that is too short', 'uint256[2]', [[1n]]],
    ['a list with a wrong element', 'uint8[]', [[1, 256]]],
    ['a struct without a field', '(uint256 a, bool b)', [{ a: 1n }]],
    ['a struct that is none', '(uint256 a)', [null]],
    ['another type', 'string', ['a']],
    ['a signed number', 'int24', [1]],
    ['an argument too many', 'uint256', [1n, 2n]],
  ])('%s is left to viem', (_, types, values) => {
    expect(createEncoder(parseAbiParameters<string>(types))(values)).toBeNull()
  })
})

const decode = (types: string, data: Hex) => createDecoder(parseAbiParameters<string>(types))(data)

describe('a decoder', () => {
  test('reads the values that viem has written', () => {
    fc.assert(
      fc.property(row, ({ parameters, values }) => {
        expect(createDecoder(parameters)(encodeAbiParameters(parameters, values))).toEqual(values)
      }),
      { numRuns: 500 },
    )
  })

  test('reads nothing from bytes that viem would not write for any value', () => {
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(row, fc.array(change, { maxLength: 3 }), ({ parameters, values }, changes) => {
        const bytes = Buffer.from(encodeAbiParameters(parameters, values).slice(2), 'hex')
        for (const { at, to } of changes) bytes[at % bytes.length] = to
        const data = parseHex(`0x${bytes.toString('hex')}`)
        const read = createDecoder(parameters)(data)
        if (read) expect(encodeAbiParameters(parameters, [...read])).toBe(data)
        else expect(isCanonical(parameters, data)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test.each<[string, string, Hex]>([
    ['no bytes', 'uint256', '0x'],
    ['a word too many', 'uint256', `0x${'0'.repeat(128)}`],
    ['bytes that are not hex', 'uint256', `0x${'z'.repeat(64)}`],
    ['text that is no UTF-8', 'string', encodeAbiParameters([{ type: 'bytes' }], ['0xff'])],
    ['a list of more than there is', 'uint256[]', `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
  ])('%s is nothing', (_, types, data) => {
    expect(decode(types, data)).toBeNull()
  })

  test('does not know a type that Solidity does not have', () => {
    expect(() => createDecoder([{ type: 'text' }])).toThrow(TypeError)
    expect(() => createDecoder([{ type: 'tuple' }])).toThrow(TypeError)
  })
})

/** Rows whose offsets all lead to the same long bytes: viem takes 18 s for the first and 40 s for the second. */
function aliased(count: number, bytes: number): Hex {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const offsets = word(32 * count).repeat(count)
  return `0x${word(32)}${word(count)}${offsets}${word(bytes)}${'ab'.repeat(bytes)}`
}

test.each([
  ['bytes[]', 500, 16_000],
  ['string[]', 1_000, 32_000],
  ['(bytes name)[]', 4_000, 120_000],
])('%s cost no more than their length, wherever their offsets lead', (types, count, bytes) => {
  const hostile = aliased(count, bytes)
  const honest = encodeAbiParameters([{ type: 'bytes' }], [hostile])
  const bestOf = (type: string, data: Hex) => {
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now()
      decode(type, data)
      return performance.now() - started
    })
    return Math.min(...times)
  }
  expect(decode(types, hostile)).toBeNull()
  expect(bestOf(types, hostile)).toBeLessThan(20 * bestOf('bytes', honest) + 10)
})

function isCanonical(parameters: AbiParameter[], data: Hex): boolean {
  try {
    return encodeAbiParameters(parameters, decodeAbiParameters(parameters, data)) === data
  } catch {
    return false
  }
}
