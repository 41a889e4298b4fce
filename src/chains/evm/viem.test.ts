import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Address, Hex } from '../address.ts'
import { Unreadable } from '../unreadable.ts'
import { decodeReply, encodeCall, toAddress } from './viem.ts'

const OWNER = '0x00000000000000000000000000000000000a11ce'
const BALANCE = 'function balanceOf(address) view returns (uint256)'
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const hex = (...words: (bigint | string)[]): Hex =>
  `0x${words.map((each) => (typeof each === 'bigint' ? word(each) : each)).join('')}`

describe('encodeCall', () => {
  test('writes the selector and the arguments', () => {
    expect(encodeCall(BALANCE, [OWNER])).toBe(`0x70a08231${OWNER.slice(2).padStart(64, '0')}`)
  })

  test('takes no argument, an array and a struct', () => {
    expect(encodeCall('function decimals() view returns (uint8)', [])).toBe('0x313ce567')
    const data = encodeCall('function f((uint256 id, address pool)[] rows, bool all)', [
      [{ id: 7n, pool: OWNER }],
      true,
    ])
    expect(data.slice(10)).toBe(hex(64n, 1n, 1n, 7n, BigInt(OWNER)).slice(2))
  })

  test('refuses text that is no function and an argument that does not fit', () => {
    expect(() => encodeCall('event Transfer(address from)', [])).toThrow(TypeError)
    expect(() => encodeCall('function f(uint8)', [256])).toThrow(/not in safe|range|between/i)
  })
})

describe('decodeReply', () => {
  test('gives one value as itself and several as a tuple, typed by the signature', () => {
    const one = decodeReply(BALANCE, hex(5n))
    expectTypeOf(one).toEqualTypeOf<bigint>()
    expect(one).toBe(5n)
    const pair = decodeReply('function f() view returns (uint8 a, bool b)', hex(5n, 1n))
    expectTypeOf(pair).toEqualTypeOf<readonly [number, boolean]>()
    expect(pair).toEqual([5, true])
  })

  test('gives structs as objects and every address in lower case, however deep', () => {
    const mixed = '00000000219ab540356cBB839Cbe05303d7705Fa'.toLowerCase().padStart(64, '0')
    const rows = decodeReply(
      'function f() view returns ((uint256 id, address[] pools)[] rows)',
      hex(32n, 1n, 32n, 9n, 64n, 1n, mixed),
    )
    expectTypeOf(rows).toEqualTypeOf<readonly { id: bigint; pools: readonly Address[] }[]>()
    expect(rows).toEqual([{ id: 9n, pools: [`0x${mixed.slice(24)}`] }])
  })

  test.each<[string, string, Hex]>([
    ['an account without code', BALANCE, '0x'],
    ['half a word', BALANCE, '0x0102'],
    ['a longer struct than expected', BALANCE, hex(1n, 2n)],
    ['a shorter struct than expected', 'function f() returns (uint256, uint256)', hex(1n)],
    ['two hundred kilobytes of zeros', BALANCE, `0x${'00'.repeat(200_000)}`],
    [
      'two hundred kilobytes of zeros as text',
      'function symbol() returns (string)',
      `0x${'00'.repeat(200_000)}`,
    ],
    ['decimals of 256', 'function decimals() view returns (uint8)', hex(256n)],
    ['a bool of two', 'function f() returns (bool)', hex(2n)],
    ['an address with bits above it', 'function f() returns (address)', hex(1n << 160n)],
    [
      'an array that says it is longer than the bytes',
      'function f() returns (uint256[])',
      hex(32n, 1n << 200n),
    ],
    ['bytes that are not hex', BALANCE, `0x${'zz'.repeat(32)}`],
  ])('%s is unreadable', (_case, signature, data) => {
    expect(() => decodeReply(signature, data)).toThrow(Unreadable)
  })

  test('more than a sane number of bytes is unreadable even where it would decode', () => {
    const count = 300_000 / 32
    const data = hex(32n, BigInt(Math.ceil(count)), '00'.repeat(32 * Math.ceil(count)))
    expect(() => decodeReply('function f() returns (uint256[])', data)).toThrow(/bytes/)
  })

  test('upper-case hex is read like lower-case hex', () => {
    expect(decodeReply(BALANCE, `0x${'0'.repeat(62)}FF`)).toBe(255n)
  })
})

describe('toAddress', () => {
  test('lower-cases an address and keeps to its checksum', () => {
    const checksummed = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
    expect(toAddress(checksummed)).toBe(checksummed.toLowerCase())
    expect(toAddress(checksummed.toLowerCase())).toBe(checksummed.toLowerCase())
    expect(toAddress(checksummed.replace('cBB', 'CBB'))).toBeNull()
  })

  test.each(['', '0x', '0x12', 'alice.eth', `0x${'g'.repeat(40)}`])('%j is no address', (text) => {
    expect(toAddress(text)).toBeNull()
  })
})
