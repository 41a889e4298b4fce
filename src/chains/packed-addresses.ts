import * as z from 'zod'
import type { Address } from './address.ts'

const BYTES = 20

/** Contract addresses of 20 bytes each in a row, in lower case: half as long as an array of them. */
export const packedAddresses = z.templateLiteral([
  '0x',
  z.string().regex(new RegExp(`^([0-9a-f]{${2 * BYTES}})+$`)),
])

/** The addresses in their order. */
export function unpacked(packed: `0x${string}`): Address[] {
  return (packed.slice(2).match(/.{40}/g) ?? []).map((each): Address => `0x${each}`)
}
