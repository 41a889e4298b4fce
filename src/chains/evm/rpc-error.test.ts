import { expect, test } from 'vitest'
import { classifyError } from './rpc-error.ts'

test.each([
  [-32000, 'Execution reverted: no', { kind: 'reverted', data: '0x' }],
  [-32000, 'out of gas', { kind: 'too-heavy', detail: 'error -32000' }],
  [-32000, 'execution timeout', { kind: 'too-heavy', detail: 'error -32000' }],
  [undefined, 'max code size exceeded', { kind: 'too-heavy', detail: 'error without a code' }],
  [1, 'header not found', { kind: 'unknown-block', detail: 'error 1' }],
  [1, 'missing trie node ab', { kind: 'unknown-block', detail: 'error 1' }],
  [1, 'block 0x5 is not found', { kind: 'unknown-block', detail: 'error 1' }],
  [-32015, 'VM execution error', { kind: 'reverted', data: '0x' }],
  [-32015, 'invalid opcode', { kind: 'reverted', data: '0x' }],
  [-32005, 'limit exceeded', { kind: 'rpc-error', detail: 'error -32005' }],
  ['x', undefined, { kind: 'rpc-error', detail: 'error without a code' }],
])('code %j with the message %j is %j', (code, message, expected) => {
  expect(classifyError({ code, message })).toEqual(expected)
})

test.each([
  ['0xabcd', '0xabcd'],
  [{ data: '0xabcd' }, '0xabcd'],
  ['Reverted 0xabcd', '0xabcd'],
  ['0xabc', '0x'],
  [undefined, '0x'],
  [`0x${'ab'.repeat(32_799)}`, `0x${'ab'.repeat(32_799)}`],
  // Cut in the middle of a byte or not, no more than this is read.
  [`0x${'ab'.repeat(40_000)}`, `0x${'ab'.repeat(32_799)}`],
])('the data of a revert is found: %#', (data, expected) => {
  expect(classifyError({ code: 3, message: 'anything', data })).toEqual({
    kind: 'reverted',
    data: expected,
  })
})

test('only the first thousand characters of a message are read', () => {
  const words = (before: number) => `${' '.repeat(before)}out of gas`
  expect(classifyError({ message: words(990) }).kind).toBe('too-heavy')
  expect(classifyError({ message: words(991) }).kind).toBe('rpc-error')
})
