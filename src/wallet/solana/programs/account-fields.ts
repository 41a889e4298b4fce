import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { encodeAddress } from '../base58.ts'

/** One kind of account of a program. */
export interface AccountKind {
  name: string
  program: string
  /** Its first eight bytes, by which Anchor distinguishes a program's accounts; null for a program that has no such mark. */
  discriminator: readonly number[] | null
  /** The least size in bytes. */
  bytes: number
}

/** Numbers and keys at byte offsets of an account; numbers are little-endian. Throw `Unreadable` outside of it. */
export interface AccountFields {
  u8(at: number): number
  u16(at: number): number
  /** Signed. */
  i16(at: number): number
  u32(at: number): number
  i32(at: number): number
  u64(at: number): bigint
  u128(at: number): bigint
  /** Signed. */
  i128(at: number): bigint
  u256(at: number): bigint
  /** A public key in base58. */
  key(at: number): string
  /** Text up to its first zero byte, or of that many bytes. */
  text(at: number, bytes: number): string
}

/** The fields of an account. Throws `Unreadable` when it does not exist or is not of that kind. */
export function fieldsOf(
  account: RawAccount | null | undefined,
  { name, program, discriminator, bytes }: AccountKind,
): AccountFields {
  if (!account) throw new Unreadable(`The account of the ${name} does not exist`)
  const { address, owner, data } = account
  const isMarked = discriminator === null || discriminator.every((byte, at) => data[at] === byte)
  if (owner !== program || data.byteLength < bytes || !isMarked) {
    throw new Unreadable(`${address} is not a ${name}`)
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const inside = (at: number, size: number): number => {
    if (at >= 0 && at + size <= data.byteLength) return at
    throw new Unreadable(`The ${name} ${address} has no bytes ${at} to ${at + size}`)
  }
  const u64 = (at: number) => view.getBigUint64(inside(at, 8), true)
  const u128 = (at: number) => u64(at) | (u64(at + 8) << 64n)
  const part = (at: number, size: number) => data.subarray(inside(at, size), at + size)
  return {
    u8: (at) => view.getUint8(inside(at, 1)),
    u16: (at) => view.getUint16(inside(at, 2), true),
    i16: (at) => view.getInt16(inside(at, 2), true),
    u32: (at) => view.getUint32(inside(at, 4), true),
    i32: (at) => view.getInt32(inside(at, 4), true),
    u64,
    u128,
    i128: (at) => BigInt.asIntN(128, u128(at)),
    u256: (at) => u128(at) | (u128(at + 16) << 128n),
    key: (at) => encodeAddress(part(at, 32)),
    text: (at, size) => new TextDecoder().decode(part(at, size)).split('\0', 1)[0]?.trim() ?? '',
  }
}

/** What was read, or null when it is `Unreadable`. Throws any other error. */
export function nullIfUnreadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
