import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { SCAN_CHAINS, SOLANA } from '../../src/chains/scan-chains.ts'
import { scannedAccounts, scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { PROTOCOLS } from '../../src/wallet/model/protocols.ts'
import { PROGRAM_READERS } from '../../src/wallet/solana/program-readers.ts'
import { parseSolanaTokenList } from '../../src/wallet/solana/token-list.ts'
import type { Scanned } from './judge.ts'

const ROOT = new URL('../../', import.meta.url)
/** What a scan reads without a contract list. */
const BESIDE_LISTS = [
  { protocol: 'hyperliquid-perps', id: '2862', chains: ['Hyperliquid', 'Arbitrum'] },
  { protocol: 'marinade-native', id: '3672', chains: ['Solana'] },
]

const chainRows = z.array(z.looseObject({ name: z.string(), aliases: z.array(z.string()) }))

/** What a scan reads, from the contract lists that it uses. Reads files of this repository. */
export function whatIsScanned(): Scanned {
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'))
  const contracts = openContracts()
  const solana = parseSolanaTokenList(read('data/wallet/contracts/solana.json'))
  const protocols = new Map<string, Set<string>>()
  const add = (chain: string, id: string | null | undefined) => {
    if (id) protocols.set(id, (protocols.get(id) ?? new Set()).add(chain))
  }
  for (const { key, name } of SCAN_CHAINS) {
    const entries = scannedEntries(contracts(key))
    const stakes = entries.flatMap((entry) => ('stakes' in entry ? entry.stakes : []))
    const named = [...entries, ...stakes, ...scannedAccounts(contracts(key))]
    for (const { protocol } of named) if (protocol) add(name, PROTOCOLS[protocol]?.id)
  }
  const programs = PROGRAM_READERS.flatMap((reader) => reader.protocols)
  const tokens = [...solana.lsts, ...solana.lends].map(({ protocol }) => protocol)
  for (const protocol of [...programs, ...tokens]) add(SOLANA.name, PROTOCOLS[protocol]?.id)
  for (const { id, chains } of BESIDE_LISTS) for (const chain of chains) add(chain, id)
  const names = new Map(
    chainRows
      .parse(read('data/chains.json'))
      .flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [each, name] as const)),
  )
  return {
    protocols,
    chains: new Set([...SCAN_CHAINS, SOLANA].map(({ name }) => name)),
    chainName: (listed) => names.get(listed) ?? listed,
  }
}
