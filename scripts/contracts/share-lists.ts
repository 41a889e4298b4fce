import type { ScanChain } from '../../src/chains/scan-chains.ts'
import { type VaultListEntry, vaultListEntry } from '../../src/wallet/evm/drivers/vault-list.ts'
import lists from './share-lists.json' with { type: 'json' }

interface ShareList {
  protocol: string
  worth: string
  source: string
  /** By chain: addresses in a row, without the first two letters. */
  vaults: Record<string, string>
}

const LISTS: Record<string, ShareList> = lists

/** Shares of vaults, indexes and pools, from lists that their protocols or adapters publish. */
export function entries({ key }: ScanChain): VaultListEntry[] {
  return Object.entries(LISTS).flatMap(([id, { protocol, worth, source, vaults }]) => {
    const here = vaults[key]
    if (here === undefined) return []
    const entry = { id, protocol, product: 'vault', driver: 'vault-list', source, worth }
    return [vaultListEntry.parse({ ...entry, vaults: `0x${here}` })]
  })
}
