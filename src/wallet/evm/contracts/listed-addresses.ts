import { type Address, isAddress } from '../../../chains/address.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import type { Token } from '../../model/entry-base.ts'
import { type ContractList, scannedEntries } from './contract-list.ts'
import { type ContractEntry, receiptTokens } from './drivers.ts'

/** Every address that contract lists name, and the tokens among them with their symbol and decimals. */
export interface ListedAddresses {
  addresses: ReadonlySet<Address>
  tokens: ReadonlyMap<Address, Token>
}

/**
 * All addresses in the entries that a scan reads on a chain, wherever they stand in them. The walk through a large list takes long,
 * so it is done once.
 */
export const listedAddresses: (list: ContractList) => ListedAddresses = memoizeWeak((list) =>
  collect(scannedEntries(list)),
)

function collect(entries: readonly ContractEntry[]): ListedAddresses {
  const addresses = new Set<Address>()
  const tokens = new Map<Address, Token>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (isAddress(value)) addresses.add(value)
    } else if (typeof value === 'object' && value !== null) {
      const listed = tokenIn(value)
      // Lists of Aave come first and have the newest symbols.
      if (listed && !tokens.has(listed.address)) tokens.set(listed.address, listed)
      for (const part of Object.values(value)) visit(part)
    }
  }
  visit(entries)
  // Long lists stand in an entry as one text.
  for (const entry of entries) for (const receipt of receiptTokens(entry)) addresses.add(receipt)
  return { addresses, tokens }
}

/** A part of an entry that names a token, whatever else it says of it. No schema: there are thousands of parts. */
function tokenIn(part: object): Token | null {
  if (!('address' in part && 'symbol' in part && 'decimals' in part)) return null
  const { address, symbol, decimals } = part
  const isToken =
    typeof address === 'string' &&
    isAddress(address) &&
    typeof symbol === 'string' &&
    typeof decimals === 'number'
  return isToken ? { address, symbol, decimals } : null
}
