import type { Address } from '../../model/address.ts'
import type { Finding } from '../../model/finding.ts'
import { Unreadable } from '../../model/unreadable.ts'
import type { NoteFailure } from '../../nodes/node-failures.ts'
import { type CallBatcher, createCallBatcher } from './batch-calls.ts'
import type { Block } from './block.ts'
import type { Call, Reply } from './call.ts'
import type { ChainTarget } from './multicall.ts'
import { createTransport, type Fetch } from './transport.ts'

/** One entry of the contract lists, bound to its driver: `(owner) => driver(entry, owner)`. */
export interface Reader {
  id: string
  read: (owner: Address) => Generator<Call[], Finding[], Reply[]>
}

export interface ReadChainOptions {
  chain: ChainTarget
  /** Nodes of this chain in order of preference. */
  urls: readonly string[]
  readers: readonly Reader[]
  owner: Address
  deadline: AbortSignal
  fetch: Fetch
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

export type ProtocolReading =
  | { id: string; status: 'ok' }
  | { id: string; status: 'failed'; reason: 'rpc' | 'contract'; detail: string }

export interface ChainReading {
  status: ChainStatus
  /** By the id of the reader; only readers that finished. */
  findings: ReadonlyMap<string, Finding[]>
  /** One for every reader, in their order. */
  protocols: ProtocolReading[]
  /** The block of the first answer, at which later rounds were read; of a stale chain, the newest block of a node. Null without an answer. */
  block: Block | null
  /** False when a node did not have that block and a later answer came from another one. */
  isOneBlock: boolean
  rounds: number
  requests: number
  elapsedMs: number
}

const MAX_ROUNDS = 3

type Failure = { reason: 'rpc-timeout' | 'rpc-error' | 'stale' | 'contract'; detail: string }

/** A running reader: it waits for replies to its question, or has ended. */
interface Run {
  id: string
  generator: Generator<Call[], Finding[], Reply[]>
  question: Call[] | null
  findings: Finding[] | null
  failure: Failure | null
}

/**
 * Reads what an owner holds on one chain. The calls of all readers are sent together, in at most three rounds, and the first
 * answer fixes the block of the later ones. A reader that did not finish has failed, even if it had found something. A chain
 * where all failed is never `ok`. Nothing that a node or a contract does makes it throw.
 */
export async function readChain(options: ReadChainOptions): Promise<ChainReading> {
  const startedAt = options.now()
  const transport = createTransport(options)
  const batcher = createCallBatcher(options.chain, transport, startedAt)
  const runs = options.readers.map((reader) => startRun(reader, options.owner))
  let rounds = 0
  while (rounds < MAX_ROUNDS && runs.some((run) => run.question !== null)) {
    rounds++
    await askRound(batcher, runs)
  }
  for (const run of runs) {
    if (run.question !== null)
      fail(run, { reason: 'contract', detail: 'the driver asked more than three times' })
  }
  return {
    status: statusOf(runs, batcher.isOneBlock()),
    findings: new Map(
      runs.flatMap(({ id, findings }) => (findings ? [[id, findings] as const] : [])),
    ),
    protocols: runs.map(protocolReading),
    block: batcher.block() ?? batcher.staleBlock(),
    isOneBlock: batcher.isOneBlock(),
    rounds,
    requests: transport.requests(),
    elapsedMs: options.now() - startedAt,
  }
}

function startRun({ id, read }: Reader, owner: Address): Run {
  const run: Run = { id, generator: read(owner), question: null, findings: null, failure: null }
  advance(run, () => run.generator.next())
  return run
}

async function askRound(batcher: CallBatcher, runs: Run[]): Promise<void> {
  const open = runs.flatMap((run) => (run.question ? [{ run, question: run.question }] : []))
  const answers = await batcher.run(open.flatMap(({ question }) => question))
  let at = 0
  for (const { run, question } of open) {
    const own = answers.slice(at, at + question.length)
    at += question.length
    const replies = own.flatMap((answer) => ('ok' in answer ? [answer] : []))
    const missing = own.find((answer) => !('ok' in answer))
    if (missing && 'failed' in missing) {
      fail(run, { reason: missing.failed, detail: missing.detail })
    } else advance(run, () => run.generator.next(replies))
  }
}

/** An error in one driver fails that protocol, not the scan. */
function advance(run: Run, step: () => IteratorResult<Call[], Finding[]>): void {
  try {
    const next = step()
    run.question = next.done ? null : next.value
    if (next.done) run.findings = next.value
  } catch (error) {
    const detail = error instanceof Unreadable ? error.message : `the driver failed: ${error}`
    run.question = null
    run.failure = { reason: 'contract', detail }
  }
}

/** Ends the driver so that its own `finally` runs; a further error is ignored. */
function fail(run: Run, failure: Failure): void {
  run.question = null
  run.failure = failure
  try {
    run.generator.return([])
  } catch {
    // Failed already.
  }
}

function statusOf(runs: Run[], isOneBlock: boolean): ChainStatus {
  const failures = runs.flatMap((run) => (run.failure ? [run.failure] : []))
  if (failures.length < runs.length) return failures.length === 0 && isOneBlock ? 'ok' : 'partial'
  const isSome = (reason: Failure['reason']) => failures.some((each) => each.reason === reason)
  if (isSome('stale')) return 'stale'
  return isSome('rpc-timeout') ? 'timeout' : 'unavailable'
}

function protocolReading({ id, failure }: Run): ProtocolReading {
  if (failure === null) return { id, status: 'ok' }
  const reason = failure.reason === 'contract' ? 'contract' : 'rpc'
  return { id, status: 'failed', reason, detail: failure.detail }
}
