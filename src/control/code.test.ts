import { describe, expect, test } from 'vitest'
import { cloneTarget, delegateOf, hasSelector, isFixed, OPCODE, readCode } from './code.ts'

const ADDRESS = 'ab'.repeat(20)

test('the opcodes have the numbers of the EVM', () => {
  const { sload, sstore, create, call, callcode, delegatecall, create2, selfdestruct } = OPCODE
  expect([sload, sstore]).toEqual([0x54, 0x55])
  expect([create, call, callcode, delegatecall, create2]).toEqual([0xf0, 0xf1, 0xf2, 0xf4, 0xf5])
  expect(selfdestruct).toBe(0xff)
})

test('opcodes within pushed data are not opcodes', () => {
  expect(isFixed(readCode('0x61f4f4'))).toBe(true)
  expect(isFixed(readCode('0x61f4f4f4'))).toBe(false)
  expect(isFixed(readCode(`0x7f${'f4'.repeat(32)}`))).toBe(true)
})

test('delegatecall, callcode and selfdestruct make code changeable', () => {
  for (const opcode of [OPCODE.delegatecall, OPCODE.callcode, OPCODE.selfdestruct]) {
    expect(isFixed(readCode(`0x60${'00'}${opcode.toString(16)}`))).toBe(false)
  }
  expect(isFixed(readCode(`0x${OPCODE.call.toString(16)}`))).toBe(true)
})

test('the metadata of the compiler is not code', () => {
  const metadata = `a264${'f4'.repeat(49)}`
  const length = (metadata.length / 2).toString(16).padStart(4, '0')
  expect(isFixed(readCode(`0x${'00'.repeat(10)}${metadata}${length}`))).toBe(true)
  // What does not begin as a map is code, though its end looks like a length.
  expect(isFixed(readCode(`0x${'00'.repeat(10)}00${'f4'.repeat(50)}0033`))).toBe(false)
})

test('constants of 20 bytes, or of 32 with leading zeros, are addresses; masks and small numbers are not', () => {
  const zeros = '00'.repeat(12)
  expect(readCode(`0x73${ADDRESS}`).constants).toEqual([`0x${ADDRESS}`])
  expect(readCode(`0x7f${zeros}${ADDRESS}`).constants).toEqual([`0x${ADDRESS}`])
  expect(readCode(`0x73${'ff'.repeat(20)}`).constants).toEqual([])
  expect(readCode(`0x7f${'00'.repeat(31)}07`).constants).toEqual([])
  expect(readCode(`0x7f${'11'.repeat(32)}`).constants).toEqual([])
})

describe('a selector', () => {
  test('is found wherever its bytes stand, also without leading zeros', () => {
    expect(hasSelector('0x00638da5cb5b00', '0x8da5cb5b')).toBe(true)
    expect(hasSelector('0x00628da5cb', '0x008da5cb')).toBe(true)
    expect(hasSelector('0x00', '0x8da5cb5b')).toBe(false)
  })
})

test('clones name what they run, and accounts of persons what they delegate to', () => {
  const clone = `0x363d3d373d3d3d363d73${ADDRESS}5af43d82803e903d91602b57fd5bf3` as const
  expect(cloneTarget(clone)).toBe(`0x${ADDRESS}`)
  expect(cloneTarget('0x363d3d37')).toBeNull()
  expect(delegateOf(`0xef0100${ADDRESS}`)).toBe(`0x${ADDRESS}`)
  expect(delegateOf(`0xef0100${ADDRESS}00`)).toBeNull()
})
