import { toAddress } from '../../src/wallet/evm/client/viem.ts'
import type { Address } from '../../src/wallet/model/address.ts'

/** The address in lower case. Throws for anything else, a wrong checksum included: a typing error must not pass. */
export function lower(text: string): Address {
  const found = toAddress(text)
  if (found === null) throw new TypeError(`Not an address, or its checksum is wrong: ${text}`)
  return found
}

/** A name as part of an entry's id. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
