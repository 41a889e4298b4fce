import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount, Slice } from '../accounts.ts'
import { decodeAddress } from '../base58.ts'
import type { SolanaBlock } from '../clock.ts'
import { attempt, valueIn } from '../outcome.ts'
import type { ProgramWallet } from '../program-reader.ts'

/**
 * The accounts at these addresses by address, read once each. Throws `RpcFailure`, `Unreadable` when one does not exist, and what
 * `decode` throws.
 */
export async function readEach<T>(
  { accounts }: Pick<ProgramWallet, 'accounts'>,
  addresses: readonly string[],
  slice: Slice,
  decode: (account: RawAccount) => T,
): Promise<Map<string, T>> {
  const unique = [...new Set(addresses)]
  const found = unique.length === 0 ? [] : await accounts(unique, slice)
  return new Map(
    unique.map((address, i) => {
      const account = found[i]
      if (!account) throw new Unreadable(`The account ${address} does not exist`)
      return [address, decode(account)]
    }),
  )
}

/** The 32 bytes of an address. Throws `Unreadable` for a text that is not one. */
export function keyOf(address: string): Uint8Array {
  const key = decodeAddress(address)
  if (key === null) throw new Unreadable(`${address} is not an address`)
  return key
}

/** The time of the chain; null where it could not be read, which the scan reports itself. */
export async function timeOf({ block }: Pick<ProgramWallet, 'block'>): Promise<SolanaBlock | null> {
  return valueIn(await attempt(block)) ?? null
}

/** Each takes a quarter of a millisecond, in which nothing else is read, and a wallet may have thousands. */
export const MAX_LOOKED = 1000

/** Those of these addresses that a program derived, and whether all were looked at. */
export function derivedAmong(
  { isDerived }: Pick<ProgramWallet, 'isDerived'>,
  addresses: readonly string[],
): { derived: string[]; isWhole: boolean } {
  const looked = addresses.slice(0, MAX_LOOKED)
  return {
    derived: looked.filter((address) => isDerived(address)),
    isWhole: looked.length === addresses.length,
  }
}
