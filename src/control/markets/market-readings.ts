import type { Address } from '../../chains/address.ts'
import { MARKET_FACTS, type MarketFact } from '../../domain/market.ts'
import type { ContractEntry } from '../../wallet/evm/contracts/drivers.ts'
import { aaveMarkets } from './aave.ts'
import { aaveV4Markets } from './aave-v4.ts'
import { compoundV2Markets } from './compound-v2.ts'
import { compoundV3Markets } from './compound-v3.ts'
import { eulerMarkets } from './euler.ts'
import type { Exit } from './exit-table.ts'
import { exitMarkets, factsOfExit } from './exits.ts'
import { fluidMarkets } from './fluid.ts'
import { lidoMarkets } from './lido.ts'
import { morphoBlueMarkets } from './morpho-blue.ts'
import type { MarketReading } from './reading.ts'
import { vaultMarkets } from './vaults.ts'

/** How the markets of an entry are read, and the contract that represents all of them where nothing can be read. */
interface EntryReading {
  address: Address
  /** The facts that its markets have: those that are hidden while one of them cannot be read. */
  facts: readonly MarketFact[]
  read: () => MarketReading
}

/** Its code cannot be changed, has no pause and makes no one wait. */
const MORPHO: MarketFact[] = ['availableShare', 'liquidationThreshold', 'feed']
const FLUID: MarketFact[] = ['availableShare', 'withdrawSeconds']
const VAULT: MarketFact[] = ['availableShare', 'withdrawSeconds', 'paused']
const QUEUE: MarketFact[] = ['withdrawSeconds', 'paused']

/** The getter of wstETH, which identifies its entry among the staking tokens. */
const LIDO_RATE = 'stEthPerToken()'

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
      return { address: entry.pool, facts: MARKET_FACTS, read: () => aaveMarkets(entry) }
    case 'aave-v4':
      return { address: entry.spoke, facts: MARKET_FACTS, read: () => aaveV4Markets(entry) }
    case 'compound-v2':
      return {
        address: entry.comptroller,
        facts: MARKET_FACTS,
        read: () => compoundV2Markets(entry),
      }
    case 'compound-v3':
      return { address: entry.comet, facts: MARKET_FACTS, read: () => compoundV3Markets(entry) }
    case 'morpho-blue':
      return { address: entry.morpho, facts: MORPHO, read: () => morphoBlueMarkets(entry) }
    case 'euler':
      return entry.vaults.length === 0
        ? null
        : { address: entry.evc, facts: MARKET_FACTS, read: () => eulerMarkets(entry) }
    case 'fluid':
      return { address: entry.lendingResolver, facts: FLUID, read: () => fluidMarkets(entry) }
    case 'erc4626':
      return entry.unmeasured || wrapsPool(ofProtocol)
        ? null
        : { address: entry.vault, facts: VAULT, read: () => vaultMarkets(entry) }
    case 'holding':
      return entry.rate?.function === LIDO_RATE
        ? { address: entry.token.address, facts: QUEUE, read: () => lidoMarkets(entry) }
        : null
    default:
      return null
  }
}

/** The reader of a row of `data/onchain/exits.json`. */
export function exitReadingOf(exit: Exit): EntryReading {
  const { address, name } = exit
  const facts = factsOfExit(exit)
  if (exit.spoke)
    return { address, facts, read: () => aaveV4Markets({ spoke: address, tokens: [] }) }
  return exit.vault
    ? {
        address,
        facts,
        read: () => vaultMarkets({ vault: address, market: name }, true),
      }
    : { address, facts, read: () => exitMarkets(exit) }
}

/** The vaults of a protocol with pools of its own wrap the tokens of these pools, which are markets already. */
function wrapsPool(ofProtocol: readonly ContractEntry[]): boolean {
  return ofProtocol.some(({ driver }) => driver === 'aave' || driver === 'aave-v4')
}
