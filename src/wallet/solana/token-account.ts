import { Unreadable } from '../model/unreadable.ts'
import { decodeAddress } from './base58.ts'

/** Byte offsets after the mint; the same in both token programs, and before any extension. */
const LAYOUT = { owner: 32, amount: 64, end: 72 }

/**
 * One owner's balances of the given mints, in the smallest unit, summed over all accounts of a mint. Mints without a balance are left
 * out, and all other accounts, mostly spam, are skipped. Throws `Unreadable` on an account that is too short or belongs to another
 * owner, because then the node's whole answer is wrong.
 */
export function tokenBalances(
  accounts: readonly Uint8Array[],
  owner: string,
  mints: Iterable<string>,
): Map<string, bigint> {
  const ownerKey = keyOf(decodeAddress(owner) ?? new Uint8Array())
  const mintOfKey = new Map<string, string>()
  for (const mint of mints) mintOfKey.set(keyOf(decodeAddress(mint) ?? new Uint8Array()), mint)

  const balances = new Map<string, bigint>()
  for (const data of accounts) {
    if (data.byteLength < LAYOUT.end)
      throw new Unreadable(`A token account has ${data.byteLength} bytes, fewer than ${LAYOUT.end}`)
    if (keyOf(data.subarray(LAYOUT.owner, LAYOUT.amount)) !== ownerKey) {
      throw new Unreadable('A token account belongs to another owner')
    }
    const mint = mintOfKey.get(keyOf(data.subarray(0, LAYOUT.owner)))
    if (mint === undefined) continue
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(LAYOUT.amount, true)
    if (amount > 0n) balances.set(mint, (balances.get(mint) ?? 0n) + amount)
  }
  return balances
}

/** The bytes as a map key; cheaper than base58. */
function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
