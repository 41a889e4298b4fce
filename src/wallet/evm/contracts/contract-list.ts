import * as z from 'zod'
import { SCAN_CHAINS, type ScanChainKey } from '../../chains/scan-chains.ts'
import { type ContractEntry, contractEntry } from './contract-entry.ts'
import { receiptTokens } from './receipt-tokens.ts'

/** `data/wallet/contracts/<chain>.json`. */
const contractList = z.strictObject({
  chain: z.enum(SCAN_CHAINS.map(({ key }) => key)),
  chainId: z.int().positive(),
  /** Packages that the entries were taken from, with their versions. */
  generatedFrom: z.record(z.string(), z.string()),
  entries: z.array(contractEntry),
})
export type ContractList = z.infer<typeof contractList>

/**
 * Checks the contract lists of one chain. Throws when a row is not as its driver wants it, when it is of another chain, when an
 * id is there twice, or when two entries would count the same receipt token.
 */
export function parseContractList(json: unknown, chain: ScanChainKey): ContractList {
  const file = contractList.parse(json)
  const known = SCAN_CHAINS.find(({ key }) => key === chain)
  if (file.chain !== chain || file.chainId !== known?.chainId) {
    throw new Error(
      `The contract lists of ${chain} says that it is of ${file.chain}, ${file.chainId}.`,
    )
  }
  const ids = new Set<string>()
  const owners = new Map<string, string>()
  for (const entry of file.entries) {
    if (ids.has(entry.id)) throw new Error(`The contract lists of ${chain} has ${entry.id} twice.`)
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
export function scannedEntries({ entries }: ContractList, unverified = false): ContractEntry[] {
  return entries.filter((entry) => unverified || entry.verified !== false)
}
