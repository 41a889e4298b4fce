import type { Address } from '../../src/chains/address.ts'
import { toAddress } from '../../src/chains/evm/viem.ts'

/** The address in lower case. Throws for anything else, including an address with a wrong checksum, which is probably a typo. */
export function lower(text: string): Address {
  const found = toAddress(text)
  if (found === null) throw new TypeError(`Not an address, or one with a wrong checksum: ${text}`)
  return found
}

/** A name as part of an entry's id. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
