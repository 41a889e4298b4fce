import type { Batch, ProtocolKey, ProtocolReading } from '../../domain/batch.ts'
import { count, noRowCounts } from '../../domain/batch.ts'
import type { ContractControl, ContractRole } from '../../domain/control.ts'
import { type Day, daysBetween, oldestDay } from '../../domain/day.ts'
import { known } from '../../domain/reading.ts'
import { SOURCES } from '../../domain/sources.ts'
import { PlimsollError } from '../../errors.ts'
import type { ChainWithNodes } from '../../wallet/chains/wallet-nodes.ts'
import type { Address, Hex } from '../../wallet/model/address.ts'
import type { Fetch } from '../../wallet/nodes/read-body.ts'
import type { Source } from '../source.ts'
import { doubtAccounts } from './aliases.ts'
import type { Controller, Target } from './graph.ts'
import { type ChainControl, type ReadChainControl, readChainControl } from './read-chain-control.ts'
import type { CodeCache } from './reader/inspect.ts'
import { createIsSafe, type IsSafe } from './safe.ts'

const ID = 'onchain'
/** The chain where messages to rollups come from. */
const ETHEREUM = 'Ethereum'
/** Time for one chain: hundreds of contracts take seconds, a slow node minutes. */
const CHAIN_MS = 600_000

/** A reviewed contract of a protocol. */
export interface ContractRow {
  protocol: ProtocolKey
  /** Canonical chain name. */
  chain: string
  address: Address
  name: string | null
  role: ContractRole
  /** Accounts that a record names as holders of a power over it. */
  candidates?: readonly Address[]
}

export interface OnchainOptions {
  nodes: readonly ChainWithNodes[]
  contracts: readonly ContractRow[]
  controllers: readonly Controller[]
  fixedCode: readonly { hash: Hex }[]
  /** What other sources say about the contracts: it can confirm a reading. */
  recorded: readonly ContractControl[]
  /** The control facts of the store, which stay for contracts that cannot be read. */
  lastReadings: readonly ContractControl[]
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  codeCache: CodeCache
  isSafe?: IsSafe
  timing?: ReadChainControl['timing']
}

/**
 * Who controls the contracts of protocols, read from the chains themselves, side by side. A chain that cannot be read keeps its last
 * readings for as long as the source allows. Throws `UPSTREAM_UNREACHABLE` when no chain can be read.
 */
export function onchain(options: OnchainOptions): Source {
  return {
    id: ID,
    async read({ asOf }) {
      const chains = options.nodes.filter(({ name }) =>
        options.contracts.some(({ chain }) => chain === name),
      )
      const outcomes = await Promise.all(
        chains.map(async (chain) => ({ chain, outcome: await readOne(options, chain) })),
      )
      const opened = outcomes.flatMap(({ chain, outcome }) =>
        'reader' in outcome ? [{ name: chain.name, ...outcome }] : [],
      )
      if (opened.length === 0) {
        throw new PlimsollError('UPSTREAM_UNREACHABLE', 'No node of any chain could be read.')
      }
      const ethereum = opened.find(({ name }) => name === ETHEREUM)?.reader ?? null
      const fresh = await Promise.all(
        opened.map(({ name, controls }) =>
          name === ETHEREUM ? controls : doubtAccounts(controls, ethereum),
        ),
      )
      return toBatch(options, fresh.flat(), asOf, outcomes)
    },
  }
}

function readOne(options: OnchainOptions, chain: ChainWithNodes): Promise<ChainControl> {
  const { controllers, fixedCode, recorded, lastReadings, fetch, now, codeCache } = options
  return readChainControl({
    chain,
    targets: targetsOn(options.contracts, chain.name),
    controllers,
    fixedCode: new Set(fixedCode.map(({ hash }) => hash)),
    recorded: [...recorded, ...lastReadings],
    isSafe: options.isSafe ?? createIsSafe(),
    codeCache,
    fetch,
    now,
    deadline: AbortSignal.timeout(CHAIN_MS),
    ...(options.timing && { timing: options.timing }),
  })
}

function targetsOn(contracts: readonly ContractRow[], name: string): Target[] {
  return contracts
    .filter(({ chain }) => chain === name)
    .map((row) => ({
      address: row.address,
      name: row.name,
      role: row.role,
      protocol: keyText(row.protocol),
      candidates: row.candidates ?? [],
    }))
}

function toBatch(
  { contracts, lastReadings }: OnchainOptions,
  fresh: readonly ContractControl[],
  asOf: Day,
  outcomes: readonly { chain: ChainWithNodes; outcome: ChainControl }[],
): Batch {
  const isUsable = ({ day }: ContractControl) => daysBetween(day, asOf) <= SOURCES[ID].maxAgeDays
  const last = indexed(lastReadings.filter(isUsable))
  const now = indexed(fresh)
  const partial = new Set(
    outcomes.flatMap(({ chain, outcome }) =>
      'partial' in outcome
        ? [...outcome.partial].map((address) => placeOf({ chain: chain.name, address }))
        : [],
    ),
  )
  const rowCounts = { ...noRowCounts(), rows: contracts.length }
  const byProtocol = new Map<string, { key: ProtocolKey; controls: ContractControl[] }>()
  for (const row of contracts) {
    const read = now.get(placeOf(row))
    const isFailed = !read || partial.has(placeOf(row))
    if (isFailed) count(rowCounts.refused, 'node-failed')
    else rowCounts.accepted += 1
    const control = isFailed ? (last.get(placeOf(row)) ?? read) : read
    if (!control) continue
    const text = keyText(row.protocol)
    const group = byProtocol.get(text) ?? { key: row.protocol, controls: [] }
    group.controls.push({ ...control, name: row.name, role: row.role })
    byProtocol.set(text, group)
  }
  const rows = [...byProtocol.values()].map(({ key, controls }): ProtocolReading => {
    const day = oldestDay(controls.map((control) => control.day)) ?? asOf
    return { key, name: 'control', reading: known(controls, day, ID) }
  })
  const notes = outcomes.flatMap(({ chain, outcome }) =>
    'failed' in outcome
      ? [`${chain.name} could not be read (${outcome.failed}); its last readings stay.`]
      : [],
  )
  return { asOf, rowCounts, readings: { names: ['control'], rows }, notes }
}

function indexed(controls: readonly ContractControl[]): Map<string, ContractControl> {
  return new Map(controls.map((control) => [placeOf(control), control]))
}

function placeOf({ chain, address }: { chain: string; address: string }): string {
  return `${chain} ${address}`
}

function keyText(key: ProtocolKey): string {
  return 'id' in key ? `id ${key.id}` : `slug ${key.slug}`
}
