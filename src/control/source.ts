import { type Address, type Hex, isAddress } from '../chains/address.ts'
import {
  createFailureCount,
  type NodeFailures,
  type NoteFailure,
} from '../chains/nodes/node-failures.ts'
import type { Fetch } from '../chains/nodes/read-body.ts'
import { type ScanChainKey, SOLANA } from '../chains/scan-chains.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import { count } from '../domain/batch.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Source } from '../ingest/source.ts'
import type { ContractEntry } from '../wallet/evm/contracts/drivers.ts'
import { toBatch } from './batch.ts'
import type { ChainReader } from './chain-reader.ts'
import { allPaths, doubtPaths } from './doubt.ts'
import { withOwners } from './feed-owners.ts'
import type { Controller, Target } from './graph.ts'
import { keyText } from './keys.ts'
import { type Exits, exitsOn, programExits } from './markets/exit-table.ts'
import { isAccount } from './node.ts'
import { type NamedNodes, nodeName } from './node-name.ts'
import type { ChainOutcome, ContractRow } from './outcome.ts'
import { type ReadFactsOptions, readChainFacts } from './read-chain-facts.ts'
import type { CodeCache } from './reader/inspect.ts'
import { createIsSafe, type IsSafe } from './safe.ts'
import { readSolana } from './solana/read-solana.ts'

/** Nodes of one chain, chains and reasons that are named. */
const MAX_NAMED = 3

const MAX_LENGTH = 80

/** Another node was faster, which is no fault. */
const OVERTAKEN = 'slow'

/** Of every node, now and then: a call that needs too much gas, or a block that it does not keep. */
const USUAL = /^(too-heavy|reverted)/

/** What rollups add to the address of a contract of Ethereum that sends them a message (docs.optimism.io, docs.arbitrum.io). */
const OFFSET = 0x1111000000000000000000000000000000001111n

const ALL_ADDRESSES = 2n ** 160n

const NO_CODE = 'there is no code at this address'

const isPerson = (path: ControlPath): path is ControlPath & { address: Address } =>
  path.actor === 'eoa' && path.address !== null

/** The chain where messages to rollups come from. */
const ETHEREUM = 'Ethereum'
/** Time for one chain: hundreds of contracts take seconds, a slow node minutes. */
const CHAIN_MS = 300_000

export interface OnchainOptions {
  nodes: readonly ChainWithNodes[]
  /** Nodes of Solana. */
  solana: readonly string[]
  contracts: readonly ContractRow[]
  controllers: readonly Controller[]
  /** The contract list of a chain: its lending markets and vaults are read. */
  entriesOf: (chain: ScanChainKey) => readonly ContractEntry[]
  /** How deposits leave contracts that are not in these lists, by slug. */
  exits: Exits
  fixedCode: readonly { hash: Hex }[]
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  codeCache: CodeCache
  isSafe?: IsSafe
  timing?: ReadFactsOptions['timing']
}

/**
 * Who controls the contracts of protocols, and the state of their markets, read from the chains themselves, side by side. What cannot be
 * read keeps its last reading for as long as the source allows. Throws `UPSTREAM_UNREACHABLE` when no chain can be read.
 */
export function onchain(options: OnchainOptions): Source {
  return {
    id: 'onchain',
    async read({ asOf, stored }) {
      const last = { control: stored('control'), markets: stored('markets') }
      const failures = createFailureCount()
      const noteOn = (chain: NamedNodes) => failures.on(chain.name, (url) => nodeName(chain, url))
      const [solana, read] = await Promise.all([
        readPrograms(options, noteOn({ ...SOLANA, urls: options.solana })),
        Promise.all(options.nodes.flatMap((chain) => readOne(options, chain, noteOn(chain)))),
      ])
      if ([...solana, ...read].every((each) => 'failed' in each)) {
        throw new PlimsollError('UPSTREAM_UNREACHABLE', totalFailure(failures.lines()))
      }
      const opened = read.find((each) => 'reader' in each && each.chain === ETHEREUM)
      const ethereum = opened && 'reader' in opened ? opened.reader : null
      const onEvm = await Promise.all(read.map((each) => withoutAliases(each, ethereum)))
      const outcomes = [...onEvm, ...solana]
      const batch = toBatch({ contracts: options.contracts, outcomes, last, asOf })
      return { ...batch, notes: [...(batch.notes ?? []), ...failureNotes(failures.lines())] }
    },
  }
}

/** Nothing without a contract there. */
async function readPrograms(
  { contracts, exits, solana: urls, fetch, now, timing }: OnchainOptions,
  onFailure: NoteFailure,
): Promise<ChainOutcome[]> {
  const own = contracts.filter(({ chain }) => chain === SOLANA.name)
  if (own.length === 0) return []
  const deadline = AbortSignal.timeout(CHAIN_MS)
  const options = { urls, fetch, now, deadline, onFailure, ...timing }
  const programs = programExits(exits)
  const read = await readSolana(own, programs, options, timing?.hedgeMs)
  return [{ chain: SOLANA.name, protocols: new Set(programs.keys()), ...read }]
}

type OneRead = { chain: string; protocols: Set<string> } & Awaited<
  ReturnType<typeof readChainFacts>
>

/** Nothing for a chain on which there is nothing to read. */
function readOne(
  options: OnchainOptions,
  chain: ChainWithNodes,
  onFailure: NoteFailure,
): Promise<OneRead>[] {
  const targets = targetsOn(options.contracts, chain.name)
  const entries = options.entriesOf(chain.key)
  const exits = exitsOn(chain.name, options.exits)
  if (targets.length === 0 && entries.length === 0 && exits.size === 0) return []
  const { controllers, fixedCode, fetch, now, codeCache, timing } = options
  const reading = readChainFacts({
    chain,
    targets,
    entries,
    exits,
    controllers,
    fixedCode: new Set(fixedCode.map(({ hash }) => hash)),
    isSafe: options.isSafe ?? createIsSafe(),
    codeCache,
    fetch,
    now,
    deadline: AbortSignal.timeout(CHAIN_MS),
    onFailure,
    ...(timing && { timing }),
  })
  const protocols = new Set([...entries.map(({ protocol }) => protocol), ...exits.keys()])
  return [reading.then((read) => ({ chain: chain.name, protocols, ...read }))]
}

/** What was read of a chain, with doubts about accounts that may be contracts of Ethereum. */
async function withoutAliases(read: OneRead, ethereum: ChainReader | null): Promise<ChainOutcome> {
  if ('failed' in read) return read
  const { chain, protocols, partial, markets } = read
  const doubt = (controls: readonly ContractControl[]) =>
    chain === ETHEREUM ? controls : doubtAccounts(controls, ethereum)
  const [controls, owners] = await Promise.all([doubt(read.controls), doubt(read.owners)])
  const owned = [...markets].map(([protocol, own]) => [protocol, withOwners(own, owners)] as const)
  return { chain, protocols, partial, controls, markets: new Map(owned) }
}

function targetsOn(contracts: readonly ContractRow[], name: string): Target[] {
  return contracts.flatMap((row) =>
    row.chain === name && isAddress(row.address)
      ? {
          address: row.address,
          name: row.name,
          role: row.role,
          protocol: keyText(row.protocol),
          candidates: row.candidates ?? [],
        }
      : [],
  )
}

/** The address on Ethereum of a contract that acts on a rollup under this one. */
export function withoutAlias(address: Address): Address {
  const value = (BigInt(address) - OFFSET + ALL_ADDRESSES) % ALL_ADDRESSES
  return `0x${value.toString(16).padStart(40, '0')}`
}

/**
 * An account without code on another chain than Ethereum is not always a person: it may be a contract of Ethereum that sends messages, or
 * one that is not yet deployed here. A path stays one to a person only when Ethereum has no code at either address.
 */
async function doubtAccounts(
  controls: readonly ContractControl[],
  ethereum: ChainReader | null,
): Promise<ContractControl[]> {
  const accounts = new Set(controls.flatMap(personsIn))
  const asked = [...accounts].flatMap((account) => [account, withoutAlias(account)])
  const found = (await ethereum?.inspect(asked)) ?? new Map()
  const noteOf = (account: Address): string | null => {
    for (const address of [account, withoutAlias(account)]) {
      const inspection = found.get(address)
      if (!inspection) return `${NO_CODE}, and Ethereum could not be asked about it`
      if (!isAccount(inspection)) return `${NO_CODE}, and Ethereum has a contract at ${address}`
    }
    return null
  }
  const notes = new Map([...accounts].map((account) => [account, noteOf(account)]))
  return controls.map((control) =>
    doubtPaths(control, (path) => (isPerson(path) ? (notes.get(path.address) ?? null) : null)),
  )
}

function personsIn(control: ContractControl): Address[] {
  return allPaths(control).flatMap((path) => (isPerson(path) ? [path.address] : []))
}

/** A short line for each chain on which nodes failed: which ones, and how most often. The nodes are named as `nodeName` does. */
export function failureNotes(chains: readonly NodeFailures[]): string[] {
  return chains.flatMap(({ chain, nodes }) => {
    const failed = nodes.flatMap(({ host, failures }) => {
      const most = mostOften(failures)
      return most ? [`${host} (${most.how}, ${timesOf(most.times)})`.slice(0, MAX_LENGTH)] : []
    })
    return failed.length === 0 ? [] : [`${chain}, nodes that failed: ${formatSome(failed)}.`]
  })
}

/** One line for a run in which no chain could be read: how many nodes failed, where, and why most of them. */
export function totalFailure(chains: readonly NodeFailures[]): string {
  const reasons: Record<string, number> = {}
  const nodes = chains.flatMap((chain) => chain.nodes)
  for (const { failures } of nodes) {
    const most = mostOften(failures)
    if (most) count(reasons, most.how)
  }
  const counted = Object.entries(reasons)
    .sort(([, one], [, other]) => other - one)
    .map(([how, number]) => `${number} ${how}`.slice(0, MAX_LENGTH))
  const names = formatSome(chains.map(({ chain }) => chain))
  return `No node of any chain could be read: ${nodes.length} failed (${formatSome(counted)}), of ${names}.`
}

/** How a node failed most often; null for one that only did what every node does. */
function mostOften(failures: Readonly<Record<string, number>>) {
  const [most] = Object.entries(failures)
    .filter(([how]) => how !== OVERTAKEN && !USUAL.test(how))
    .sort(([, one], [, other]) => other - one)
  return most ? { how: withoutKind(most[0]), times: most[1] } : null
}

function formatSome(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Without the kind in front of what happened, nor the full stop of a sentence. */
function withoutKind(how: string): string {
  return how.replace(/^[a-z-]+: /, '').replace(/\.$/, '')
}

function timesOf(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}
