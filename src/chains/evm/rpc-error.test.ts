import { expect, test } from 'vitest'
import { classifyError } from './rpc-error.ts'

test.each([
  [
    { code: 3, message: 'anything', data: '0x08' },
    { kind: 'reverted', data: '0x08' },
  ],
  [
    { code: -32000, message: 'Execution reverted: no' },
    { kind: 'reverted', data: '0x' },
  ],
  [
    { code: -32000, message: 'out of gas' },
    { kind: 'too-heavy', detail: 'error -32000' },
  ],
  [
    { code: -32000, message: 'execution timeout' },
    { kind: 'too-heavy', detail: 'error -32000' },
  ],
  [{ message: 'max code size exceeded' }, { kind: 'too-heavy', detail: 'error without a code' }],
  [
    { code: 1, message: 'header not found' },
    { kind: 'unknown-block', detail: 'error 1' },
  ],
  [
    { code: 1, message: 'missing trie node ab' },
    { kind: 'unknown-block', detail: 'error 1' },
  ],
  [
    { code: 1, message: 'block 0x5 is not found' },
    { kind: 'unknown-block', detail: 'error 1' },
  ],
  [
    { code: -32015, message: 'VM execution error' },
    { kind: 'reverted', data: '0x' },
  ],
  [
    { code: -32015, message: 'invalid opcode' },
    { kind: 'reverted', data: '0x' },
  ],
  [
    { code: -32005, message: 'limit exceeded' },
    { kind: 'rpc-error', detail: 'error -32005' },
  ],
  [{ code: 'x' }, { kind: 'rpc-error', detail: 'error without a code' }],
])('%j', (error, expected) => {
  expect(classifyError(error)).toEqual(expected)
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
  expect(classifyError({ code: 3, data })).toEqual({ kind: 'reverted', data: expected })
})

test('only the first thousand characters of a message are read', () => {
  const words = (before: number) => `${' '.repeat(before)}out of gas`
  expect(classifyError({ message: words(990) }).kind).toBe('too-heavy')
  expect(classifyError({ message: words(991) }).kind).toBe('rpc-error')
})
