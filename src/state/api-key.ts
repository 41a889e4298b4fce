import { toHex } from '../domain/hex.ts'
import type { KeyEnvironment } from './state-store.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const FORM = /^(dpk_(live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Bytes at or above this are discarded, so that every letter is equally likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** Sandbox key of the documentation: public, on the Pro plan, and valid without a look-up. */
export const PUBLIC_TEST_KEY = 'dpk_test_PlimsollPublicTestKey0000000000x5aoJ'

/** A new key: `dpk_live_` or `dpk_test_`, 30 random letters (178 bits) and a checksum of 6. */
export function createApiKey(
  environment: KeyEnvironment,
  randomBytes: (length: number) => Uint8Array,
): string {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < FAIR_BYTES && secret.length < SECRET_LENGTH) {
        secret += ALPHABET.charAt(byte % ALPHABET.length)
      }
    }
  }
  const body = `dpk_${environment}_${secret}`
  return body + checksumOf(body)
}

/** Parses a key; null when it is malformed or mistyped. A valid form may still be an unknown or revoked key. */
export function parseApiKey(text: string): { environment: KeyEnvironment } | null {
  const [, body = '', environment, checksum] = FORM.exec(text) ?? []
  if (checksum === undefined || checksum !== checksumOf(body)) return null
  return { environment: environment === 'live' ? 'live' : 'test' }
}

/** Prefix and last four characters of a key, to distinguish keys in a list without revealing them. */
export function hintOf(key: string): string {
  return `${key.slice(0, 'dpk_live_'.length)}…${key.slice(-4)}`
}

/** HMAC-SHA-256 of a text, 64 hex digits. */
export async function digestOf(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const signature = await crypto.subtle.sign('HMAC', await hmacKeyOf(secret), bytes)
  return toHex(new Uint8Array(signature))
}

let importedKey: { secret: string; key: Promise<CryptoKey> } | null = null

/** A process has one secret, so only the last imported key is kept. */
function hmacKeyOf(secret: string): Promise<CryptoKey> {
  if (importedKey?.secret !== secret) {
    const bytes = new TextEncoder().encode(secret)
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    importedKey = { secret, key: crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']) }
  }
  return importedKey.key
}

/** CRC32 (IEEE 802.3, reflected, as in zip) in base 62. */
function checksumOf(body: string): string {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(body)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
