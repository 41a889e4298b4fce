import { Unreadable } from '../../model/unreadable.ts'
import type { RawAccount, Slice } from '../accounts.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import type { SolanaBlock } from '../clock.ts'
import { attempt } from '../outcome.ts'
import type { ProgramWallet } from '../program-reader.ts'

/** What an account must be before its bytes mean anything. */
export interface AccountKind {
  /** In words, for the message when it is something else. */
  name: string
  program: string
  /** The least number of bytes that a reader needs of it. */
  bytes: number
  /** The bytes that it begins with. */
  mark: Uint8Array
}

/** Parts of an account at byte offsets; numbers are little-endian. */
export interface AccountData {
  address: string
  key(at: number): string
  uint(at: number, bytes: number): bigint
  int(at: number, bytes: number): bigint
  byte(at: number): number
  /** Text up to its first zero byte. */
  text(at: number, bytes: number): string
}

/** The data of an account. Throws `Unreadable` when it does not exist or is not of this kind. */
export function accountData(
  account: RawAccount | null | undefined,
  { name, program, bytes, mark }: AccountKind,
): AccountData {
  if (!account) throw new Unreadable(`A ${name} does not exist`)
  const { address, owner, data } = account
  const isMarked = mark.every((byte, i) => data[i] === byte)
  if (owner !== program || data.byteLength < bytes || !isMarked) {
    throw new Unreadable(`${address} is not a ${name}`)
  }
  const part = (at: number, length: number) => {
    if (at + length > data.byteLength) throw new Unreadable(`${address} ends before ${at + length}`)
    return data.subarray(at, at + length)
  }
  const uint = (at: number, length: number) =>
    part(at, length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return {
    address,
    key: (at) => encodeAddress(part(at, 32)),
    uint,
    int: (at, length) => BigInt.asIntN(8 * length, uint(at, length)),
    byte: (at) => Number(uint(at, 1)),
    text: (at, length) => {
      const bytes = part(at, length)
      const end = bytes.indexOf(0)
      return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim()
    },
  }
}

/** The accounts at these addresses by address, read once each. Throws `RpcFailure`, and what `decode` throws. */
export async function readEach<T>(
  { accounts }: Pick<ProgramWallet, 'accounts'>,
  addresses: readonly string[],
  slice: Slice,
  decode: (account: RawAccount | null) => T,
): Promise<Map<string, T>> {
  const unique = [...new Set(addresses)]
  const found = unique.length === 0 ? [] : await accounts(unique, slice)
  return new Map(unique.map((address, i) => [address, decode(found[i] ?? null)]))
}

/** The 32 bytes of an address. Throws `Unreadable` for a text that is not one. */
export function keyOf(address: string): Uint8Array {
  const key = decodeAddress(address)
  if (key === null) throw new Unreadable(`${address} is not an address`)
  return key
}

/** The time of the chain; null where it could not be read, which the scan reports itself. */
export async function timeOf({ block }: Pick<ProgramWallet, 'block'>): Promise<SolanaBlock | null> {
  const read = await attempt(block)
  return read.ok ? read.value : null
}
