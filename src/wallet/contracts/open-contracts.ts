import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RegistryChainKey } from './chains.ts'
import { parseRegistry, type RegistryFile } from './contracts.ts'

/**
 * The registry in a folder, which is `data/wallet/contracts` unless given: each chain's file is read and checked once, when it
 * is asked for. Throws as `parseRegistry` does, and when there is no such file.
 */
export function openRegistry(
  folder: string = path.resolve(import.meta.dirname, '../../../data/wallet/contracts'),
): (chain: RegistryChainKey) => RegistryFile {
  const read = new Map<RegistryChainKey, RegistryFile>()
  return (chain) => {
    const known = read.get(chain)
    if (known) return known
    const json: unknown = JSON.parse(readFileSync(path.join(folder, `${chain}.json`), 'utf8'))
    const file = parseRegistry(json, chain)
    read.set(chain, file)
    return file
  }
}
