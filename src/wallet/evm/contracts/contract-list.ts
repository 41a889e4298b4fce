import * as z from 'zod'
import { SCAN_CHAINS, type ScanChainKey } from '../../../chains/scan-chains.ts'
import { type AccountRegistry, accountRegistry } from '../accounts/account-registry.ts'
import { type ContractEntry, contractEntry, receiptTokens } from './drivers.ts'

/** `data/wallet/contracts/<chain>.json`. */
const contractList = z.strictObject({
  chain: z.enum(SCAN_CHAINS.map(({ key }) => key)),
  chainId: z.int().positive(),
  /** Packages that the entries were taken from, with their versions. */
  generatedFrom: z.record(z.string(), z.string()),
  entries: z.array(contractEntry),
  /** Registries of smart accounts. */
  accounts: z.array(accountRegistry).optional(),
})
export type ContractList = z.infer<typeof contractList>

/**
 * Parses the contract list of one chain. Throws when an entry does not match its driver's schema, when the list is of another
 * chain, when an id occurs twice, or when two entries would count the same receipt token.
 */
export function parseContractList(json: unknown, chain: ScanChainKey): ContractList {
  const file = contractList.parse(json)
  const known = SCAN_CHAINS.find(({ key }) => key === chain)
  if (file.chain !== chain || file.chainId !== known?.chainId) {
    throw new Error(
      `The contract list of ${chain} names another chain: ${file.chain}, id ${file.chainId}.`,
    )
  }
  const ids = new Set<string>()
  const owners = new Map<string, string>()
  for (const { id } of [...file.entries, ...(file.accounts ?? [])]) {
    if (ids.has(id)) throw new Error(`The contract list of ${chain} has the id ${id} twice.`)
    ids.add(id)
  }
  for (const entry of file.entries) {
    for (const receipt of receiptTokens(entry)) {
      const owner = owners.get(receipt)
      if (owner)
        throw new Error(
          `The receipt token ${receipt} on ${chain} is in two entries: ${owner} and ${entry.id}.`,
        )
      owners.set(receipt, entry.id)
    }
  }
  return file
}

/** The entries that a scan reads; those with unconfirmed addresses only with `unverified`. */
export function scannedEntries({ entries }: ContractList, unverified = false): ContractEntry[] {
  return entries.filter((entry) => unverified || entry.verified !== false)
}

/** The registries of smart accounts that a scan asks. */
export function scannedAccounts({ accounts = [] }: ContractList): AccountRegistry[] {
  return accounts.filter(({ verified }) => verified !== false)
}
