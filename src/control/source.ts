import { type Hex, isAddress } from '../chains/address.ts'
import { createFailureCount, type NoteFailure } from '../chains/nodes/node-failures.ts'
import type { Fetch } from '../chains/nodes/read-body.ts'
import { type ScanChainKey, SOLANA } from '../chains/scan-chains.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import type { ContractControl } from '../domain/control.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Source } from '../ingest/source.ts'
import type { ContractEntry } from '../wallet/evm/contracts/drivers.ts'
import { doubtAccounts } from './aliases.ts'
import { toBatch } from './batch.ts'
import type { ChainReader } from './chain-reader.ts'
import { failureNotes, totalFailure } from './failure-notes.ts'
import { withOwners } from './feed-owners.ts'
import type { Controller, Target } from './graph.ts'
import { keyText } from './keys.ts'
import { type Exits, exitsOn, programExits } from './markets/exit-table.ts'
import { type NamedNodes, nodeName } from './node-name.ts'
import type { ChainOutcome, ContractRow } from './outcome.ts'
import { type ReadFactsOptions, readChainFacts } from './read-chain-facts.ts'
import type { CodeCache } from './reader/inspect.ts'
import { createIsSafe, type IsSafe } from './safe.ts'
import { readSolana } from './solana/read-solana.ts'

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
