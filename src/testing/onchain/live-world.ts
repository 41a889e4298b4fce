import type { Address } from '../../chains/address.ts'
import { createIsSafe } from '../../control/safe.ts'
import { type OnchainOptions, onchain } from '../../control/source.ts'
import { type Day, UNDATED } from '../../domain/day.ts'
import { listSources } from '../../ingest/sources.ts'
import { type SnapshotReport, takeSnapshot } from '../../pipeline.ts'
import type { Store } from '../../store/open.ts'
import { type ContractEntry, contractEntry } from '../../wallet/evm/contracts/drivers.ts'
import { bodies, rows } from '../pipeline/bodies.ts'
import { MEMORY_UPSTREAMS, memoryReader, options } from '../pipeline/world.ts'
import { DEPLOYER, deployLocal, deployToken, mint, type Rig } from '../wallet/evm/rig.ts'
import { deployZoo, person } from './deploy.ts'
import { deploySafes } from './safes.ts'
import { transparent } from './world.ts'

/** The protocol whose contracts and markets are on the chain. */
export const SLUG = 'harbour-1'

/** What a live run reads of one chain. */
export interface LiveWorld {
  /** Two of two signers. */
  safe: Address
  singletons: ReadonlyMap<Address, string>
  contracts: OnchainOptions['contracts']
  entries: ContractEntry[]
}

/** A pool that a Safe can upgrade, and no market yet. */
export async function deployPool(rig: Rig): Promise<LiveWorld> {
  const { create, singletons } = await deploySafes(rig)
  const safe = await create('1.4.1', [DEPLOYER, person(1)], 2)
  const address = await transparent(rig, await deployZoo(rig, 'Logic'), safe)
  const protocol = { slug: SLUG, day: UNDATED }
  const pool = { protocol, chain: 'Ethereum', name: 'Pool', address, role: 'funds' as const }
  return { safe, singletons, contracts: [pool], entries: [] }
}

/** A Comet without deposits, whose feed has this owner. */
export async function deployOwnedComet(rig: Rig, owner: Address): Promise<ContractEntry> {
  return await deployComet(rig, await deployZoo(rig, 'TwoStep', 'address', [owner]), 0n, 0n)
}

/** A Comet with these amounts of its base token. */
export async function deployComet(
  rig: Rig,
  feed: Address,
  supplied: bigint,
  lent: bigint,
): Promise<ContractEntry> {
  const base = await deployToken(rig, 'USDC', 6)
  const args = [base, feed, supplied, lent]
  const types = 'address, address, uint256, uint256'
  const comet = await deployLocal(rig, 'comet.sol', 'Comet', types, args)
  await mint(rig, base, comet, supplied - lent)
  return contractEntry.parse({
    source: 'test',
    product: 'lending',
    id: `comet-${comet}`,
    protocol: SLUG,
    market: `market ${comet.slice(0, 6)}`,
    driver: 'compound-v3',
    comet,
    base: { address: base, symbol: 'USDC', decimals: 6 },
    tokens: [],
  })
}

/** One run of all sources on a day, of which those of the chain have these nodes and milliseconds. */
export function takeRun(
  store: Store,
  asOf: Day,
  { contracts, entries, singletons }: LiveWorld,
  urls: readonly string[],
  [hedgeMs, timeoutMs]: [hedge: number, timeout: number],
): Promise<SnapshotReport> {
  const ethereum = { key: 'ethereum', name: 'Ethereum', chainId: 1 } as const
  const chains = onchain({
    nodes: [{ ...ethereum, maxLagSeconds: 1_000_000, urls }],
    solana: [],
    contracts,
    controllers: [],
    entriesOf: () => entries,
    exits: new Map(),
    fixedCode: [],
    fetch,
    now: Date.now,
    codeCache: new Map(),
    isSafe: createIsSafe(singletons),
    timing: { hedgeMs, timeoutMs, pause: async () => {} },
  })
  const sources = [...listSources(MEMORY_UPSTREAMS), chains]
  const reader = memoryReader(bodies(rows(20)))
  return takeSnapshot(options(store, reader, asOf, { sources }))
}
