import { base58 } from '@scure/base'

/** Bytes of a public key. */
const KEY_BYTES = 32
/** Decoding time grows with the square of the length, so a longer text is refused first. */
const MAX_LENGTH = 44

/** The 32 bytes of a Solana address, or null when the text is not one. */
export function decodeAddress(text: string): Uint8Array | null {
  if (text.length < KEY_BYTES || text.length > MAX_LENGTH) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === KEY_BYTES ? bytes : null
  } catch {
    return null
  }
}

/** Bytes in base58, such as the 32 of an address. */
export function encodeAddress(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** Whether this is a Solana address: base58 of 32 bytes, case sensitive. */
export function isSolanaAddress(text: string): boolean {
  return decodeAddress(text) !== null
}
