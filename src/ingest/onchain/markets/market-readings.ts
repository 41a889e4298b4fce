import type { ContractEntry } from '../../../wallet/evm/contracts/contract-entry.ts'
import type { Address } from '../../../wallet/model/address.ts'
import { aaveMarkets } from './aave.ts'
import { compoundV2Markets } from './compound-v2.ts'
import { compoundV3Markets } from './compound-v3.ts'
import { eulerMarkets } from './euler.ts'
import { fluidMarkets } from './fluid.ts'
import { lidoMarkets } from './lido.ts'
import { morphoBlueMarkets } from './morpho-blue.ts'
import type { MarketReading } from './reading.ts'
import { vaultMarkets } from './vaults.ts'

/** How the markets of an entry are read, and the contract that stands for all of them where nothing can be read. */
interface EntryReading {
  address: Address
  read: () => MarketReading
}

/** The getter of wstETH, by which its entry is told from the other staking tokens. */
const LIDO_RATE = 'stEthPerToken'

/**
 * The reader of an entry's markets; null for an entry that is no market, such as a pool of an exchange. `ofProtocol`: the entries of its
 * protocol on this chain.
 */
export function marketReadingOf(
  entry: ContractEntry,
  ofProtocol: readonly ContractEntry[],
): EntryReading | null {
  switch (entry.driver) {
    case 'aave':
      return { address: entry.pool, read: () => aaveMarkets(entry) }
    case 'compound-v2':
      return { address: entry.comptroller, read: () => compoundV2Markets(entry) }
    case 'compound-v3':
      return { address: entry.comet, read: () => compoundV3Markets(entry) }
    case 'morpho-blue':
      return { address: entry.morpho, read: () => morphoBlueMarkets(entry) }
    case 'euler':
      return entry.vaults.length === 0
        ? null
        : { address: entry.evc, read: () => eulerMarkets(entry) }
    case 'fluid':
      return { address: entry.lendingResolver, read: () => fluidMarkets(entry) }
    case 'erc4626':
      return wrapsPool(ofProtocol)
        ? null
        : { address: entry.vault, read: () => vaultMarkets(entry) }
    case 'liquid-staking':
      return entry.rate?.function === LIDO_RATE
        ? { address: entry.token.address, read: () => lidoMarkets(entry) }
        : null
    default:
      return null
  }
}

/** The vaults of a protocol with pools of its own wrap the tokens of these pools, which are markets already. */
function wrapsPool(ofProtocol: readonly ContractEntry[]): boolean {
  return ofProtocol.some(({ driver }) => driver === 'aave' || driver === 'aave-v4')
}
