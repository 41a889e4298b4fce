import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ScanChainKey } from '../../../chains/scan-chains.ts'
import { type ContractList, parseContractList } from './contract-list.ts'

/**
 * The contract lists in a folder, by default `data/wallet/contracts`: each chain's file is read and parsed once, on first use. Throws
 * as `parseContractList` does, and when there is no such file.
 */
export function openContracts(
  folder: string = path.resolve(import.meta.dirname, '../../../../data/wallet/contracts'),
): (chain: ScanChainKey) => ContractList {
  const read = new Map<ScanChainKey, ContractList>()
  return (chain) => {
    const known = read.get(chain)
    if (known) return known
    const json: unknown = JSON.parse(readFileSync(path.join(folder, `${chain}.json`), 'utf8'))
    const file = parseContractList(json, chain)
    read.set(chain, file)
    return file
  }
}
