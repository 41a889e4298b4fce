import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import type { Address } from './address.ts'

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
)

/** Every Tron address begins with this byte; contracts and nodes leave it out (developers.tron.network, "Account address format"). */
const PREFIX = 0x41
const LENGTH = 34

/** The 20 bytes of a Tron address as its nodes and contracts write them, or null when the text is not one or its checksum is wrong. */
export function fromTron(text: string): Address | null {
  if (text.length !== LENGTH) return null
  try {
    const bytes = base58check.decode(text)
    if (bytes.length !== 21 || bytes[0] !== PREFIX) return null
    return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`
  } catch {
    return null
  }
}

/** An address of a Tron contract or account as people write it: `T` and 33 more letters. */
export function toTron(address: string): string {
  return base58check.encode(Buffer.from(`41${address.slice(2)}`, 'hex'))
}
