import type { Address } from '../../chains/address.ts'
import { createCallBatcher } from '../../chains/evm/batch-calls.ts'
import type { Block } from '../../chains/evm/block.ts'
import type { ChainTarget } from '../../chains/evm/multicall.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import type { NoteFailure } from '../../chains/nodes/node-failures.ts'
import type { FetchAnswer } from '../../chains/nodes/read-body.ts'
import type { Finding } from '../model/finding.ts'
import { type HeldToken, type HeldTokens, HOLDINGS } from '../model/holdings.ts'
import { type NftIndex, withNftIndex } from './nft-index.ts'
import {
  askRound,
  type CallSteps,
  maxRoundsOn,
  type ReaderFailure,
  type Run,
  startRun,
} from './reader-run.ts'

/** One entry of the contract lists, bound to its driver: `(owner) => driver(entry, owner)`. */
export interface Reader {
  id: string
  read: (owner: Address) => CallSteps<Finding[]>
}

/** A registry of smart accounts, such as the DSProxies of Maker. */
export interface AccountReader {
  id: string
  read: (owner: Address) => CallSteps<OwnedAccounts>
}

/** Reads something that is no position, for the owner alone, and keeps it itself: a failure changes nothing of the chain's reading. */
export interface SideReader {
  id: string
  read: (owner: Address) => CallSteps<void>
}

export interface OwnedAccounts {
  accounts: Address[]
  /** How many more accounts the owner has that the registry did not name. */
  unnamed: number
}

export interface ReadChainOptions {
  chain: ChainTarget
  /** Nodes of this chain in order of preference. */
  urls: readonly string[]
  readers: readonly Reader[]
  /** Registries that name smart accounts of the owner, which the readers then read too. */
  registries?: readonly AccountReader[]
  /** Readers that are known only later. They are read when the others have ended, with rounds of their own, for the owner alone. */
  later?: Promise<readonly Reader[]>
  /** Read in the rounds of the others. */
  sides?: readonly SideReader[]
  /** The same, known only later, as `later`. */
  laterSides?: Promise<readonly SideReader[]>
  /** Reads the coins and tokens of the owner outside positions. */
  held?: (owner: Address) => CallSteps<HeldTokens>
  /** What knows the NFTs of an owner, where something does. */
  nfts?: NftIndex
  deadline: AbortSignal
  fetch: FetchAnswer
  /** Milliseconds since 1970. */
  now: () => number
  hedgeMs?: number
  timeoutMs?: number
  /** Called for each failure of a node. */
  onFailure?: NoteFailure | undefined
}

/**
 * `ok`: everything was read, at one block. `partial`: some of it was. Otherwise nothing was read: `stale` when a node answered
 * with a block that is too old, else `timeout` or `unavailable`.
 */
export type ChainStatus = 'ok' | 'partial' | 'stale' | 'timeout' | 'unavailable'

export type ReaderResult =
  | { id: string; status: 'ok' }
  | { id: string; status: 'failed'; reason: 'rpc' | 'contract'; detail: string }

export interface ChainReading {
  status: ChainStatus
  /** By the id of the reader; only readers that finished. Those of a smart account name it. */
  findings: ReadonlyMap<string, Finding[]>
  /**
   * One for every reader, then one for every registry, in their order. A reader that could not read an account has failed, and so
   * has the registry that named the account.
   */
  protocols: ReaderResult[]
  /** Coins and tokens outside positions; null when they were not asked for. */
  held: { tokens: HeldToken[]; result: ReaderResult } | null
  /** The block of the first answer, at which later rounds were read; of a stale chain, the newest block of a node. Null without an answer. */
  block: Block | null
  /** False when a node did not have that block and a later answer came from another one. */
  isOneBlock: boolean
  /** The URL of the node that answered last, which may hold a key; null without an answer. */
  node: string | null
  rounds: number
  requests: number
  elapsedMs: number
}

/** Smart accounts that are read for one owner: each costs as many calls as the owner. */
const MAX_ACCOUNTS = 5

/** The runs of all readers for one smart account. */
interface Visit {
  registry: string
  account: Address
  runs: Run<Finding[]>[]
}

/**
 * Reads what an owner holds on one chain. The calls of all readers are sent together, in at most three rounds (more where no lens runs), and the first
 * answer fixes the block of the later ones. Smart accounts of the owner are read from the round after the one that named them,
 * with rounds of their own. A reader that did not finish has failed, even if it had found something. A chain where all failed is
 * never `ok`. Nothing that a node or a contract does makes it throw.
 */
export async function readChain(owner: Address, options: ReadChainOptions): Promise<ChainReading> {
  const startedAt = options.now()
  const { chain, urls, fetch, deadline, hedgeMs, timeoutMs, onFailure } = options
  const transport = createTransport({ urls, fetch, deadline, hedgeMs, timeoutMs, onFailure })
  const { readers, registries = [], nfts } = options
  const ofNodes = createCallBatcher(chain, transport, startedAt)
  const batcher = nfts ? withNftIndex(ofNodes, { index: nfts, signal: deadline }) : ofNodes
  const own = readers.map(({ id, read }) => startRun(id, read(owner)))
  const named = registries.map(({ id, read }) => startRun(id, read(owner)))
  // One that asks nothing proves nothing of the chain.
  const held = (options.held ? [startRun(HOLDINGS, options.held(owner))] : []).filter(isOpen)
  const visits: Visit[] = []
  const sides = (options.sides ?? []).map(({ id, read }) => startRun(id, read(owner)))
  let isLater = Boolean(options.later ?? options.laterSides)
  const maxRounds = maxRoundsOn(options.chain)
  let rounds = 0
  for (;;) {
    const open = [
      ...own,
      ...named,
      // What they read of a round is known to those that follow.
      ...sides,
      ...held,
      ...visits.flatMap(({ runs }) => runs),
    ].filter(isOpen)
    if (open.length === 0 && !isLater) break
    if (open.length === 0) {
      const [later = [], laterSides = []] = await Promise.all([options.later, options.laterSides])
      own.push(...later.map(({ id, read }) => startRun(id, read(owner))))
      sides.push(...laterSides.map(({ id, read }) => startRun(id, read(owner))))
      isLater = false
      continue
    }
    rounds++
    await askRound(batcher, open, maxRounds)
    visits.push(...newVisits(open, named, visits, { owner, readers }))
  }
  const runs: Run<unknown>[] = [...own, ...named, ...held, ...visits.flatMap((visit) => visit.runs)]
  const runsById = Map.groupBy(runs, ({ id }) => id)
  return {
    status: statusOf(runs, batcher.isOneBlock()),
    findings: findingsOf(own, visits),
    protocols: [
      ...own.map(({ id }) => protocolReading(id, runsById.get(id) ?? [])),
      ...named.map((run) => protocolReading(run.id, [run, ...runsFor(run.id, visits)])),
    ],
    held: heldOf(held),
    block: batcher.block() ?? batcher.staleBlock(),
    isOneBlock: batcher.isOneBlock(),
    node: transport.answeredBy(),
    rounds,
    requests: transport.requests(),
    elapsedMs: options.now() - startedAt,
  }
}

function isOpen({ question }: Run<unknown>): boolean {
  return question !== null
}

/** Starts the readers for the accounts that registries named in this round. A registry with accounts that are not read has failed. */
function newVisits(
  open: readonly Run<unknown>[],
  named: readonly Run<OwnedAccounts>[],
  visited: readonly Visit[],
  { owner, readers }: { owner: Address; readers: readonly Reader[] },
): Visit[] {
  const visits: Visit[] = []
  for (const run of named) {
    if (run.result === null || !open.includes(run)) continue
    let unread = run.result.unnamed
    for (const account of run.result.accounts) {
      const known = [...visited, ...visits]
      if (account === owner || known.some((visit) => visit.account === account)) continue
      if (known.length >= MAX_ACCOUNTS) unread++
      else {
        const runs = readers.map(({ id, read }) => startRun(id, read(account)))
        visits.push({ registry: run.id, account, runs })
      }
    }
    if (unread > 0)
      run.failure = { reason: 'contract', detail: `${unread} more smart accounts were not read` }
  }
  return visits
}

/** The runs for all accounts that a registry named. */
function runsFor(registry: string, visits: readonly Visit[]): Run<Finding[]>[] {
  return visits.filter((visit) => visit.registry === registry).flatMap(({ runs }) => runs)
}

/** A token that did not say makes the reading fail, and the others count all the same. */
function heldOf([run]: readonly Run<HeldTokens>[]): ChainReading['held'] {
  if (!run) return null
  const { held: tokens = [], unread = 0 } = run.result ?? {}
  if (unread === 0) return { tokens, result: protocolReading(run.id, [run]) }
  const detail = `${unread} tokens did not say their balance`
  return { tokens, result: { id: run.id, status: 'failed', reason: 'contract', detail } }
}

function findingsOf(
  own: readonly Run<Finding[]>[],
  visits: readonly Visit[],
): ReadonlyMap<string, Finding[]> {
  const findings = new Map<string, Finding[]>()
  for (const { id, result } of own) if (result) findings.set(id, result)
  for (const { account, runs } of visits) {
    for (const { id, result } of runs) {
      const held = (result ?? []).map((finding) => ({ ...finding, account }))
      if (held.length > 0) findings.set(id, [...(findings.get(id) ?? []), ...held])
    }
  }
  return findings
}

function statusOf(runs: readonly Run<unknown>[], isOneBlock: boolean): ChainStatus {
  const failures = runs.flatMap((run) => (run.failure ? [run.failure] : []))
  if (failures.length < runs.length) return failures.length === 0 && isOneBlock ? 'ok' : 'partial'
  const isSome = (reason: ReaderFailure['reason']) =>
    failures.some((each) => each.reason === reason)
  if (isSome('stale')) return 'stale'
  return isSome('rpc-timeout') ? 'timeout' : 'unavailable'
}

/** Failed as soon as one of these runs failed. */
function protocolReading(id: string, runs: readonly Run<unknown>[]): ReaderResult {
  const failure = runs.find((run) => run.failure)?.failure ?? null
  if (failure === null) return { id, status: 'ok' }
  const reason = failure.reason === 'contract' ? 'contract' : 'rpc'
  return { id, status: 'failed', reason, detail: failure.detail }
}
