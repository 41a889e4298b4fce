import { decodeAddress } from '../../../wallet/solana/base58.ts'

type Size = 1 | 2 | 4 | 8 | 16

/** A field of a struct: a number with its size in bytes, a public key, or bytes as they are. */
export type Field = readonly [bigint | number, Size] | string | Uint8Array

/** The fields one after the other, numbers in two's complement and little-endian, as Borsh and packed Rust structs are. */
export function pack(...fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(bytesOf))
}

function bytesOf(field: Field): Uint8Array {
  if (field instanceof Uint8Array) return field
  if (typeof field === 'string') return decodeAddress(field) ?? Buffer.alloc(0)
  const [value, size] = field
  const bits = BigInt.asUintN(size * 8, BigInt(value))
  return Buffer.from(bits.toString(16).padStart(size * 2, '0'), 'hex').reverse()
}

/** The same fields, so many times. */
export function repeat(times: number, ...fields: readonly Field[]): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => pack(...fields)))
}
