import type { ContractControl } from '../../domain/control.ts'
import type { ContractEntry } from '../../wallet/evm/contracts/contract-entry.ts'
import { feedOwners } from './feed-owners.ts'
import { byProtocol, type MarketsRead, readMarkets } from './markets/read-markets.ts'
import { type ReadChainControl, readChainControl } from './read-chain-control.ts'
import type { NodeReader } from './reader/node-reader.ts'

export interface ReadChain extends ReadChainControl {
  /** The entries of the chain's contract list: those of lending markets and vaults are read. */
  entries: readonly ContractEntry[]
}

/** What was read of one chain, at one block. */
export interface ChainReading {
  controls: ContractControl[]
  /** Contracts about which some answer is missing. */
  partial: ReadonlySet<string>
  markets: MarketsRead
  /** Who can act as the owners of price feeds, as the power `owner` of each. */
  owners: ContractControl[]
  reader: NodeReader
}

/** Reads who controls the contracts of one chain, then its markets and the owners of their feeds. Never rejects for what nodes answer. */
export async function readChain(
  options: ReadChain,
): Promise<ChainReading | { failed: 'stale' | 'node-failed' }> {
  const control = await readChainControl(options)
  if ('failed' in control) return control
  const { controls, partial, reader, follow } = control
  const markets = await readMarkets(reader, byProtocol(options.entries))
  const targets = feedOwners(markets)
  const owners = targets.length === 0 ? [] : await follow(targets)
  return { controls, partial, markets, owners, reader }
}
