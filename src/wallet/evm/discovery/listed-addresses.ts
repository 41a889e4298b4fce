import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { type Token, token } from '../../model/entry-base.ts'
import { type ContractList, scannedEntries } from '../contracts/contract-list.ts'
import { type ContractEntry, receiptTokens } from '../contracts/drivers.ts'

const address = hexBytes(20)
const inner = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

/** Every address that contract lists name, and the tokens among them with their symbol and decimals. */
export interface ListedAddresses {
  addresses: ReadonlySet<Address>
  tokens: ReadonlyMap<Address, Token>
}

/**
 * All addresses in the entries that a scan reads on a chain, wherever they stand in them. To walk through a large list takes longer than a
 * scan may spend on it.
 */
export const listedAddresses: (list: ContractList) => ListedAddresses = memoizeWeak((list) =>
  collect(scannedEntries(list)),
)

function collect(entries: readonly ContractEntry[]): ListedAddresses {
  const addresses = new Set<Address>()
  const tokens = new Map<Address, Token>()
  const visit = (value: unknown): void => {
    const one = address.safeParse(value)
    if (one.success) addresses.add(one.data)
    const listed = token.safeParse(value)
    if (listed.success) tokens.set(listed.data.address, listed.data)
    const parts = inner.safeParse(value)
    if (parts.success) for (const part of Object.values(parts.data)) visit(part)
  }
  visit(entries)
  // Long lists stand in an entry as one text.
  for (const entry of entries) for (const receipt of receiptTokens(entry)) addresses.add(receipt)
  return { addresses, tokens }
}
