import fc from 'fast-check'
import { type AbiParameter, encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseHex } from '../../testing/wallet/evm/artifacts.ts'
import { createEncoder } from './abi-arguments.ts'

interface Typed {
  parameter: AbiParameter
  value: fc.Arbitrary<unknown>
}

const hexOf = (least: number, most: number) =>
  fc
    .uint8Array({ minLength: least, maxLength: most })
    .map((all) => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const simple: Typed[] = [
  { parameter: { type: 'address' }, value: hexOf(20, 20) },
  { parameter: { type: 'bytes4' }, value: hexOf(4, 4) },
  { parameter: { type: 'bytes32' }, value: hexOf(32, 32) },
  { parameter: { type: 'bytes' }, value: hexOf(0, 70) },
  { parameter: { type: 'bool' }, value: fc.boolean() },
  { parameter: { type: 'uint8' }, value: fc.nat(255) },
  { parameter: { type: 'uint128' }, value: uint(128) },
  { parameter: { type: 'uint256' }, value: uint(256) },
]

const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...simple),
    tie('typed').map(({ parameter, value }) => ({
      parameter: { ...parameter, type: `${parameter.type}[]` },
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie('typed').map(({ parameter, value }) => ({
      parameter: { ...parameter, type: `${parameter.type}[2]` },
      value: fc.tuple(value, value),
    })),
    fc.array(tie('typed'), { minLength: 1, maxLength: 4 }).map(structOf),
    fc.array(tie('typed'), { minLength: 1, maxLength: 4 }).map(unnamedOf),
  ),
}))

function structOf(fields: readonly Typed[]): Typed {
  const named = fields.map(({ parameter }, at) => ({ ...parameter, name: `f${at}` }))
  return {
    parameter: { type: 'tuple', components: named },
    value: fc.record(Object.fromEntries(fields.map(({ value }, at) => [`f${at}`, value]))),
  }
}

function unnamedOf(fields: readonly Typed[]): Typed {
  return {
    parameter: { type: 'tuple', components: fields.map(({ parameter }) => parameter) },
    value: fc.tuple(...fields.map(({ value }) => value)),
  }
}

const calls = fc.array(typed, { maxLength: 4 }).chain((all) =>
  fc.record({
    parameters: fc.constant(all.map(({ parameter }) => parameter)),
    values: fc.tuple(...all.map(({ value }) => value)),
  }),
)

describe('createEncoder', () => {
  test('writes what viem writes, however deep the lists and structs', () => {
    fc.assert(
      fc.property(calls, ({ parameters, values }) => {
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
