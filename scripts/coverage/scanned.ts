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
  const named = [
    ...SCAN_CHAINS.flatMap(({ key, name }) =>
      scannedAccounts(contracts(key)).map(({ protocol }) => ({
        id: PROTOCOLS[protocol]?.id,
        chain: name,
      })),
    ),
    ...SCAN_CHAINS.flatMap(({ key, name }) =>
      scannedEntries(contracts(key)).flatMap((entry) => {
        const stakes = 'stakes' in entry ? entry.stakes : []
        const all = [entry.protocol, ...stakes.flatMap(({ protocol }) => protocol ?? [])]
        return all.map((protocol) => ({ id: PROTOCOLS[protocol]?.id, chain: name }))
      }),
    ),
    ...[...solana.lsts, ...solana.lends].map(({ protocol }) => ({
      id: PROTOCOLS[protocol]?.id,
      chain: SOLANA.name,
    })),
    ...PROGRAM_READERS.flatMap(({ protocols }) => protocols).map((protocol) => ({
      id: PROTOCOLS[protocol]?.id,
      chain: SOLANA.name,
    })),
    ...BESIDE_LISTS.flatMap(({ id, chains }) => chains.map((chain) => ({ id, chain }))),
  ]
  const protocols = new Map<string, Set<string>>()
  for (const { id, chain } of named) {
    if (id) protocols.set(id, (protocols.get(id) ?? new Set()).add(chain))
  }
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
