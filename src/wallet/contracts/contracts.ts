import * as z from 'zod'
import { REGISTRY_CHAINS, type RegistryChainKey } from './chains.ts'
import { type RegistryEntry, registryEntry } from './contract-entry.ts'
import { receiptTokens } from './receipt-tokens.ts'

/** `data/wallet/contracts/<chain>.json`. */
const registryFile = z.strictObject({
  chain: z.enum(REGISTRY_CHAINS.map(({ key }) => key)),
  chainId: z.int().positive(),
  /** Packages that the entries were taken from, with their versions. */
  generatedFrom: z.record(z.string(), z.string()),
  entries: z.array(registryEntry),
})
export type RegistryFile = z.infer<typeof registryFile>

/**
 * Checks the registry of one chain. Throws when a row is not as its driver wants it, when it is of another chain, when an
 * id is there twice, or when two entries would count the same receipt token.
 */
export function parseRegistry(json: unknown, chain: RegistryChainKey): RegistryFile {
  const file = registryFile.parse(json)
  const known = REGISTRY_CHAINS.find(({ key }) => key === chain)
  if (file.chain !== chain || file.chainId !== known?.chainId) {
    throw new Error(`The registry of ${chain} says that it is of ${file.chain}, ${file.chainId}.`)
  }
  const ids = new Set<string>()
  const owners = new Map<string, string>()
  for (const entry of file.entries) {
    if (ids.has(entry.id)) throw new Error(`The registry of ${chain} has ${entry.id} twice.`)
    ids.add(entry.id)
    for (const receipt of receiptTokens(entry)) {
      const owner = owners.get(receipt)
      if (owner) throw new Error(`${receipt} on ${chain} belongs to ${owner} and to ${entry.id}.`)
      owners.set(receipt, entry.id)
    }
  }
  return file
}

/** The entries that a scan reads: those whose addresses nobody confirmed are left out unless they are asked for. */
export function scannedEntries({ entries }: RegistryFile, unverified = false): RegistryEntry[] {
  return entries.filter((entry) => unverified || entry.verified !== false)
}
