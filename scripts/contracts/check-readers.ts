import type { Address } from '../../src/chains/address.ts'
import { batched } from '../../src/chains/evm/batched-fetch.ts'
import { type ContractList, scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { readEntry } from '../../src/wallet/evm/contracts/drivers.ts'
import { readChain } from '../../src/wallet/evm/read-chain.ts'

/**
 * Whose wallets are read: one that no one uses, whose answers are the shapes of an empty wallet, and the burn address, which holds some of
 * many tokens, so that later rounds are asked too.
 */
const PROBES: readonly Address[] = [
  `0x${'5ca11ab1e0'.repeat(4)}`,
  '0x000000000000000000000000000000000000dead',
]
const READING_MS = 120_000

/**
 * Reads every scanned entry of a list for two wallets, as a scan does, at one node. Returns what could not be read: a contract whose
 * answer does not have the shape that its driver reads, or that did not answer.
 */
export async function checkReaders(
  contracts: ContractList,
  chain: { chainId: number; maxLagSeconds: number },
  url: string,
): Promise<string[]> {
  const problems = new Set<string>()
  const entries = scannedEntries(contracts)
  for (const owner of PROBES) {
    const reading = await readChain(owner, {
      chain,
      urls: [url],
      readers: entries.map((entry) => ({ id: entry.id, read: (of) => readEntry(entry, of) })),
      deadline: AbortSignal.timeout(READING_MS),
      fetch: batched(fetch),
      now: Date.now,
    })
    for (const each of reading.protocols) {
      if (each.status === 'failed') problems.add(`${each.id}: could not be read: ${each.detail}`)
    }
  }
  return [...problems]
}
