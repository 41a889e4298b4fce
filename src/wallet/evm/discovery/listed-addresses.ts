import * as z from 'zod'
import type { Address } from '../../model/address.ts'
import { type Token, token } from '../../model/entry-base.ts'
import { hexBytes } from '../../model/hex.ts'
import type { ContractEntry } from '../contracts/contract-entry.ts'
import { receiptTokens } from '../contracts/receipt-tokens.ts'

const address = hexBytes(20)
const inner = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

/** Every address that contract lists name, and the tokens among them with their symbol and decimals. */
export interface ListedAddresses {
  addresses: ReadonlySet<Address>
  tokens: ReadonlyMap<Address, Token>
}

const known = new WeakMap<readonly ContractEntry[], ListedAddresses>()

/** All addresses in the entries of a chain, wherever they stand in them. */
export function listedAddresses(entries: readonly ContractEntry[]): ListedAddresses {
  const found = known.get(entries) ?? collect(entries)
  known.set(entries, found)
  return found
}

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
