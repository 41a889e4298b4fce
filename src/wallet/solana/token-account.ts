import { Unreadable } from '../../chains/unreadable.ts'
import { decodeAddress, encodeAddress } from './base58.ts'

/** Byte offsets after the mint; the same in both token programs, and before any extension. */
const LAYOUT = { owner: 32, amount: 64, end: 72 }

/**
 * One owner's balances of the given mints, else of all, in the smallest unit, summed over all accounts of a mint. Given mints without a
 * balance are left out, and all others are zero then. Naming the mints is much cheaper for a wallet full of spam. Throws `Unreadable` on an account that is too short or belongs to another
 * owner, because then the node's whole answer is wrong.
 */
export function tokenBalances(
  accounts: readonly Uint8Array[],
  owner: string,
  mints?: readonly string[],
): Map<string, bigint> {
  const ownerKey = keyOf(decodeAddress(owner) ?? new Uint8Array())
  const mintOfKey =
    mints && new Map(mints.map((mint) => [keyOf(decodeAddress(mint) ?? new Uint8Array()), mint]))

  const balances = new Map<string, bigint>()
  for (const data of accounts) {
    if (data.byteLength < LAYOUT.end)
      throw new Unreadable(`A token account has ${data.byteLength} bytes, fewer than ${LAYOUT.end}`)
    if (keyOf(data.subarray(LAYOUT.owner, LAYOUT.amount)) !== ownerKey) {
      throw new Unreadable('A token account belongs to another owner')
    }
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(LAYOUT.amount, true)
    if (amount === 0n && mints) continue
    const key = data.subarray(0, LAYOUT.owner)
    const mint = mintOfKey ? mintOfKey.get(keyOf(key)) : encodeAddress(key)
    if (mint !== undefined) balances.set(mint, (balances.get(mint) ?? 0n) + amount)
  }
  return balances
}

/** The bytes as a map key; cheaper than base58. */
function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
