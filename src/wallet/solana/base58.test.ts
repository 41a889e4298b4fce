import { expect, test } from 'vitest'
import { decodeAddress, encodeAddress, isSolanaAddress } from './base58.ts'
import { TOKEN_PROGRAM } from './program-ids.ts'

const SYSTEM = '1'.repeat(32)

test('an address is read and written back', () => {
  for (const address of [TOKEN_PROGRAM, SYSTEM, 'So11111111111111111111111111111111111111112']) {
    const bytes = decodeAddress(address)
    expect(bytes).toHaveLength(32)
    expect(encodeAddress(bytes ?? new Uint8Array())).toBe(address)
  }
  expect(decodeAddress(SYSTEM)).toEqual(new Uint8Array(32))
})

test('what is not base58 of exactly 32 bytes is no address', () => {
  const refused = [
    '',
    TOKEN_PROGRAM.slice(1),
    `1${TOKEN_PROGRAM}`,
    '1'.repeat(33),
    'z'.repeat(44),
    TOKEN_PROGRAM.replace('T', '0'),
    TOKEN_PROGRAM.replace('T', 'l'),
    ` ${TOKEN_PROGRAM}`,
    '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2',
  ]
  for (const text of refused) expect(isSolanaAddress(text), text).toBe(false)
})
