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
import { createDecoder } from './abi-values.ts'

interface Typed {
  parameter: AbiParameter
  value: unknown
}

const hexOf = (minLength: number, maxLength = minLength) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((all) => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const int = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n })
const PLAIN: Record<string, fc.Arbitrary<unknown>> = {
  address: hexOf(20),
  bytes4: hexOf(4),
  bytes32: hexOf(32),
  uint256: uint(256),
  uint112: uint(112),
  uint48: uint(48).map(Number),
  uint8: uint(8).map(Number),
  int256: int(256),
  int24: int(24).map(Number),
  bool: fc.boolean(),
  bytes: hexOf(0, 70),
  string: fc.string({ unit: 'grapheme', maxLength: 40 }),
}

/** The names of structs' fields must differ, or viem drops one. */
const named = (fields: Typed[]): Typed => ({
  parameter: {
    type: 'tuple',
    components: fields.map(({ parameter }, i) => ({ ...parameter, name: `f${i}` })),
  },
  value: Object.fromEntries(fields.map(({ value }, i) => [`f${i}`, value])),
})
const unnamed = (fields: Typed[]): Typed => ({
  parameter: { type: 'tuple', components: fields.map(({ parameter }) => parameter) },
  value: fields.map(({ value }) => value),
})
const listOf = ({ parameter, value }: Typed, length: number, isFixed: boolean): Typed => ({
  parameter: { ...parameter, type: `${parameter.type}[${isFixed ? length : ''}]` },
  value: Array.from({ length }, () => value),
})
const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc
      .constantFrom(...Object.entries(PLAIN))
      .chain(([type, values]) => values.map((value): Typed => ({ parameter: { type }, value }))),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map(named),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map(unnamed),
    fc
      .tuple(tie('typed'), fc.integer({ min: 1, max: 3 }), fc.boolean())
      .map(([each, length, isFixed]) => listOf(each, length, isFixed)),
    tie('typed').map((each) => listOf(each, 0, false)),
  ),
}))
const row = fc.array(typed, { minLength: 1, maxLength: 4 }).map((all) => ({
  parameters: all.map(({ parameter }) => parameter),
  values: all.map(({ value }) => value),
}))

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
  const millisecondsOf = (type: string, data: Hex) => {
    const started = performance.now()
    for (let i = 0; i < 5; i++) decode(type, data)
    return performance.now() - started
  }
  expect(decode(types, hostile)).toBeNull()
  expect(millisecondsOf(types, hostile)).toBeLessThan(20 * millisecondsOf('bytes', honest) + 50)
})

function isCanonical(parameters: AbiParameter[], data: Hex): boolean {
  try {
    return encodeAbiParameters(parameters, decodeAbiParameters(parameters, data)) === data
  } catch {
    return false
  }
}
