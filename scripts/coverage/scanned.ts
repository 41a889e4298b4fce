import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { SCAN_CHAINS, SOLANA } from '../../src/chains/scan-chains.ts'
import { withNodes } from '../../src/chains/wallet-nodes.ts'
import { scannedAccounts, scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { driverOf, readsOf, unreadAt } from '../../src/wallet/evm/contracts/drivers.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { knownGaps } from '../../src/wallet/known-gaps.ts'
import { type Kind, UNREAD } from '../../src/wallet/model/kinds.ts'
import { PROTOCOLS, publishedName } from '../../src/wallet/model/protocols.ts'
import { PROGRAM_READERS } from '../../src/wallet/solana/program-readers.ts'
import { parseSolanaTokenList } from '../../src/wallet/solana/token-list.ts'
import type { Read, Scanned } from './judge.ts'

const ROOT = new URL('../../', import.meta.url)

/** What is read at one protocol on one chain, and the file that shows it. */
interface Reading {
  /** Slug, or DefiLlama's id for one that only a scan of an exchange or of stakes names. */
  protocol?: string
  id?: string
  chain: string
  kinds: readonly Kind[]
  proof: string
}

const EXCHANGE = 'src/wallet/hyperliquid/map.test.ts'
const STAKES = 'src/wallet/solana/stake-account.test.ts'
const TOKENS = 'src/wallet/solana/rates.test.ts'

/** What a scan reads without a contract list. */
const BESIDE_LISTS: readonly Reading[] = [
  { id: '2862', chain: 'Hyperliquid', kinds: ['leverage'], proof: EXCHANGE },
  { id: '2862', chain: 'Arbitrum', kinds: ['leverage'], proof: EXCHANGE },
  { id: '5761', chain: 'Hyperliquid', kinds: ['supply'], proof: EXCHANGE },
  { id: '5448', chain: 'Hyperliquid', kinds: ['supply'], proof: EXCHANGE },
  { id: '3672', chain: SOLANA.name, kinds: ['stake', 'withdrawal'], proof: STAKES },
]

const chainRows = z.array(z.looseObject({ name: z.string(), aliases: z.array(z.string()) }))

/** What a scan reads, from the contract lists that it uses and what its readers say of themselves. Reads files of this repository. */
export function whatIsScanned(): Scanned {
  const names = new Map(
    chainRows
      .parse(read('data/chains.json'))
      .flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [each, name] as const)),
  )
  const readings = [...evmReadings(), ...solanaReadings(), ...BESIDE_LISTS]
  const drivers = driversOf()
  const idOf = ({ protocol, id }: Reading) => id ?? PROTOCOLS[protocol ?? '']?.id ?? protocol ?? ''
  return {
    protocols: new Map(
      [...Map.groupBy(readings, idOf)].map(([id, of]) => {
        const slugs = new Set(of.flatMap(({ protocol }) => protocol ?? []))
        const unread = [...slugs].flatMap((slug) => [
          ...unreadAt(slug, drivers.get(slug) ?? new Set()),
          ...(UNREAD.programs[slug] ?? []),
        ])
        return [id, { ...readOf(of), unread }]
      }),
    ),
    chains: new Set([...SCAN_CHAINS, SOLANA].map(({ name }) => name)),
    chainName: (listed) => names.get(listed) ?? listed,
  }
}

function readOf(readings: readonly Reading[]): Pick<Read, 'kinds' | 'proofs'> {
  const kinds = new Map<string, Set<Kind>>()
  const proofs = new Map<Kind, Set<string>>()
  for (const { chain, kinds: found, proof } of readings) {
    const there = kinds.get(chain) ?? new Set()
    kinds.set(chain, there)
    for (const kind of found) {
      there.add(kind)
      proofs.set(kind, (proofs.get(kind) ?? new Set()).add(proof))
    }
  }
  return { kinds, proofs }
}

function driversOf(): Map<string, ReadonlySet<string>> {
  const contracts = openContracts()
  const entries = SCAN_CHAINS.flatMap(({ key }) => scannedEntries(contracts(key)))
  return new Map(
    [...Map.groupBy(entries, ({ protocol }) => protocol)].map(([protocol, of]) => [
      protocol,
      new Set(of.map(({ driver }) => driver)),
    ]),
  )
}

function evmReadings(): Reading[] {
  const contracts = openContracts()
  return SCAN_CHAINS.flatMap(({ key, name: chain }) => [
    ...scannedEntries(contracts(key)).flatMap((entry): Reading[] => {
      const proof = proofOf(entry.driver)
      const stakes = 'stakes' in entry ? entry.stakes : []
      return [
        // A pool is read in the gauges that its entry names.
        ...readsOf(entry)
          .filter((kind) => kind !== 'gauge' || !('stakes' in entry))
          .map((kind) => ({
            protocol: entry.protocol,
            chain,
            kinds: [kind],
            proof: proofOf(entry.driver, kind),
          })),
        ...stakes.map(({ protocol = entry.protocol }) => ({
          protocol,
          chain,
          kinds: ['gauge' as const],
          proof,
        })),
      ]
    }),
    // Loans in accounts of an owner are read where they are.
    ...scannedAccounts(contracts(key)).map(({ protocol }) => ({
      protocol,
      chain,
      kinds: ['supply', 'borrow'] as const,
      proof: 'src/wallet/evm/accounts/accounts-chain.test.ts',
    })),
  ])
}

/** The file that shows what a driver reads, or a kind of it. */
export function proofOf(driver: string, kind?: Kind): string {
  const { shown, proof: most } = driverOf(driver)
  const proof = (kind && shown?.[kind]) ?? most
  const folder = proof.endsWith('.json') ? 'src/testing/wallet/evm' : 'src/wallet/evm/drivers'
  return `${folder}/${proof}`
}

function solanaReadings(): Reading[] {
  const { lsts, lends } = parseSolanaTokenList(read('data/wallet/contracts/solana.json'))
  const ofProduct = { lp: 'lp', vault: 'supply', lst: 'stake' } as const
  const tokens = [
    ...lsts.map(({ protocol, product = 'lst' as const }) => ({
      protocol,
      kind: ofProduct[product],
    })),
    ...lends.map(({ protocol }) => ({ protocol, kind: 'supply' as const })),
  ]
  return [
    ...PROGRAM_READERS.flatMap(({ protocols, reads, proof }) =>
      protocols.map((protocol) => ({
        protocol,
        chain: SOLANA.name,
        kinds: reads,
        proof: `src/wallet/solana/programs/${proof}`,
      })),
    ),
    ...tokens.map(({ protocol, kind }) => ({
      protocol,
      chain: SOLANA.name,
      kinds: [kind],
      proof: TOKENS,
    })),
  ]
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'))
}

/** What a scan never looks at, and the names of the protocols of which that is said; null for what is said of all. */
export interface PublishedGap {
  text: string
  at: string | null
}

/** The gaps that scans of all kinds of address publish when no setting is given, each once. */
export function publishedGaps(): PublishedGap[] {
  const deps = {
    chains: withNodes({}).chains,
    contracts: openContracts(),
    solana: { providers: [] },
  }
  const all = (['evm', 'solana', 'tron'] as const).flatMap((kind) => knownGaps(kind, deps))
  return [...Map.groupBy(all, ({ text }) => text)].map(([text, gaps]) => {
    const protocols = new Set(gaps.flatMap(({ protocol }) => protocol ?? []))
    return { text, at: [...protocols].map(publishedName).join(', ') || null }
  })
}
