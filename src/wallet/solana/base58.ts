const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGITS = new Map([...ALPHABET].map((character, value) => [character, BigInt(value)]))
/** Bytes of a public key. */
const KEY_BYTES = 32

/** The 32 bytes of a Solana address; null when it is none. Needs no package, so that an address can be told apart early. */
export function decodeAddress(text: string): Uint8Array | null {
  if (text.length < 32 || text.length > 44) return null
  let value = 0n
  for (const character of text) {
    const digit = DIGITS.get(character)
    if (digit === undefined) return null
    value = value * 58n + digit
  }
  if (value >> BigInt(KEY_BYTES * 8)) return null
  const bytes = Buffer.from(value.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex')
  // One way to write each key: leading ones stand for leading zero bytes, no more and no fewer.
  return encodeAddress(bytes) === text ? bytes : null
}

/** 32 bytes in base58. */
export function encodeAddress(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Whether this is a Solana address: base58 of 32 bytes, case sensitive. */
export function isSolanaAddress(text: string): boolean {
  return decodeAddress(text) !== null
}
