import type { ContractEntry } from '../../../wallet/evm/contracts/contract-entry.ts'
import type { Address } from '../../../wallet/model/address.ts'
import { aaveMarkets } from './aave.ts'
import type { MarketReading } from './reading.ts'

/** How the markets of an entry are read, and the contract that stands for all of them where nothing can be read. */
interface EntryReading {
  address: Address
  read: () => MarketReading
}

/** The reader of an entry's markets; null for an entry that is no market, such as a pool of an exchange. */
export function marketReadingOf(
  entry: ContractEntry,
  _ofProtocol: readonly ContractEntry[],
): EntryReading | null {
  switch (entry.driver) {
    case 'aave':
      return { address: entry.pool, read: () => aaveMarkets(entry) }
    default:
      return null
  }
}
