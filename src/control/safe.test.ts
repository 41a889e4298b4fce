import { expect, test } from 'vitest'
import type { Hex } from '../chains/address.ts'
import { createIsSafe, SAFE_SINGLETONS } from './safe.ts'

const [SINGLETON = '0x'] = SAFE_SINGLETONS.keys()
const isSafe = createIsSafe()

/** A contract with this code whose first slot names the code of a Safe. */
const planted = (code: Hex, first = SINGLETON) => ({
  codeHash: '0x' as const,
  size: (code.length - 2) / 2,
  code,
  slots: { safeSingleton: `0x${first.slice(2).padStart(64, '0')}` as Hex },
})

test('a small proxy that only reads its storage and delegates is a Safe', () => {
  expect(isSafe(planted('0x6000545af4'))).toBe(true)
  expect(isSafe(planted(`0x6000545af4${'5b'.repeat(394)}`))).toBe(true)
})

test.each<[string, Hex]>([
  ['writes its storage', '0x6000545af46001600055'],
  ['calls others', '0x6000545af4f1'],
  ['runs others by CALLCODE', '0x6000545af4f2'],
  ['creates a contract', '0x6000545af4f0'],
  ['creates a contract at a chosen address', '0x6000545af4f5'],
  ['removes itself', '0x6000545af4ff'],
  ['delegates to an address in its code', `0x6000545af473${'ab'.repeat(20)}`],
  ['reads no storage', '0x60005af4'],
  ['does not delegate', '0x600054'],
  ['has 400 bytes', `0x6000545af4${'5b'.repeat(395)}`],
])('one that %s is none, though its first slot names a Safe', (_case, code) => {
  expect(isSafe(planted(code))).toBe(false)
})

test('the first slot must name a released Safe, and must have been read', () => {
  expect(isSafe(planted('0x6000545af4', `0x${'cd'.repeat(20)}`))).toBe(false)
  expect(isSafe({ ...planted('0x6000545af4'), slots: null })).toBe(false)
})

test('eleven releases are known', () => {
  expect(SAFE_SINGLETONS.size).toBe(11)
})
