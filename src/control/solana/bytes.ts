import { Unreadable } from '../../chains/unreadable.ts'
import { encodeAddress } from '../../wallet/solana/base58.ts'

/** Reads one value after the other; numbers are little-endian. Throws `Unreadable` at the end of the bytes. */
export interface Bytes {
  /** In all. */
  size: number
  u8(): number
  u16(): number
  u32(): number
  u64(): bigint
  /** An address in base58. */
  key(): string
  skip(count: number): void
  /** A value behind a byte that is 1, or null behind one that is 0. */
  option<T>(read: () => T): T | null
  /** Values behind their number. */
  list<T>(read: () => T): T[]
  /** Throws unless these come next. */
  expect(bytes: readonly number[]): void
  /** Whether these stand at an offset. */
  has(at: number, bytes: readonly number[]): boolean
}

/** More values than any list here has: a longer one is refused before it is read. */
const MAX_LIST = 200

export function bytesOf(data: Uint8Array): Bytes {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let next = 0
  /** The offset of as many bytes, which are then behind. */
  const take = (count: number): number => {
    const at = next
    if (at + count > data.byteLength)
      throw new Unreadable(`There are no bytes ${at} to ${at + count}`)
    next += count
    return at
  }
  const u8 = () => view.getUint8(take(1))
  const u32 = () => view.getUint32(take(4), true)
  const has: Bytes['has'] = (at, bytes) => bytes.every((byte, index) => data[at + index] === byte)
  return {
    size: data.byteLength,
    u8,
    u16: () => view.getUint16(take(2), true),
    u32,
    u64: () => view.getBigUint64(take(8), true),
    key: () => encodeAddress(data.subarray(take(32), next)),
    skip: take,
    option(read) {
      const flag = u8()
      if (flag > 1) throw new Unreadable(`${flag} says neither yes nor no`)
      return flag === 1 ? read() : null
    },
    list(read) {
      const length = u32()
      if (length > MAX_LIST) throw new Unreadable(`A list of ${length} is too long`)
      return Array.from({ length }, read)
    },
    expect(bytes) {
      if (!has(take(bytes.length), bytes)) throw new Unreadable('The account is of another kind')
    },
    has,
  }
}
