import { getRandomValues } from 'node:crypto'

const BYTES = 16
const HEX = 2 * BYTES

/** Random letters for many ids at once: each call of the generator costs more than an id. */
const random = { bytes: Buffer.alloc(256 * BYTES), hex: '', at: 0 }

/** `req_` and 32 random hex digits. */
export function newRequestId(): string {
  if (random.at === random.hex.length) {
    random.hex = getRandomValues(random.bytes).toString('hex')
    random.at = 0
  }
  const start = random.at
  random.at += HEX
  return `req_${random.hex.slice(start, random.at)}`
}
