import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import type { Source } from '../ingest/source.ts'
import { scannedEntries } from '../wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../wallet/evm/contracts/open-contracts.ts'
import { listContracts, listControllers } from './contract-table.ts'
import { listExits } from './markets/exit-table.ts'
import type { ContractRow } from './outcome.ts'
import type { CodeCache } from './reader/inspect.ts'
import { onchain } from './source.ts'

export interface LiveChains {
  nodes: readonly ChainWithNodes[]
  /** Nodes of Solana. */
  solana: readonly string[]
  /** Opens the code of contracts that earlier runs have read. */
  openCodes: () => CodeCache & { close: () => void }
}

/** The source over the reviewed tables of this project and the nodes of every chain of the wallet scan. */
export function liveChains({ nodes, solana, openCodes }: LiveChains): Source {
  return {
    id: 'onchain',
    async read(context) {
      const listOf = openContracts()
      const codes = openCodes()
      try {
        const source = onchain({
          nodes,
          solana,
          contracts: contractRows(),
          controllers: listControllers(),
          entriesOf: (chain) => scannedEntries(listOf(chain)),
          exits: listExits(),
          fixedCode: [],
          fetch,
          now: Date.now,
          codeCache: codes,
        })
        return await source.read(context)
      } finally {
        codes.close()
      }
    },
  }
}

/** Every row of the contract table. */
export function contractRows(): ContractRow[] {
  return listContracts().flatMap(({ key, contracts }) =>
    contracts.map(({ chain, address, name, role }) => ({
      protocol: key,
      chain,
      address,
      name: name ?? null,
      role,
    })),
  )
}
