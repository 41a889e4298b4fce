import type { Hex } from '../../chains/address.ts'
import { createBatchRetry } from '../../chains/evm/batch-retry.ts'
import type { Block } from '../../chains/evm/block.ts'
import { type Bundler, createBundler, repliesIn, tagOf } from '../../chains/evm/bundler.ts'
import { chunkCalls } from '../../chains/evm/chunks.ts'
import type { ChainTarget } from '../../chains/evm/multicall.ts'
import { createRpcBatch, type RpcBatch, type RpcOutcome } from '../../chains/evm/rpc-batch.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { hex } from '../../chains/hex.ts'
import { createHedge, type HedgeOptions } from '../../chains/nodes/hedge.ts'
import { limitHedge } from '../../chains/nodes/limit-hedge.ts'
import type { Fetch } from '../../chains/nodes/read-body.ts'
import { dayOf } from '../../domain/day.ts'
import type { CallResult, ChainCall, ChainReader } from '../chain-reader.ts'
import { type CodeCache, createInspector } from './inspect.ts'
import { runCache } from './run-cache.ts'

export interface ReaderOptions extends HedgeOptions {
  chain: ChainTarget & { name: string }
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  codeCache: CodeCache
  /** Requests to one node; after them it answers nothing. */
  maxRequests?: number
  /** Waits before a busy node is asked again. */
  pause?: (ms: number) => Promise<void>
}

/** The result of a call at one node. `too-heavy`: it needs more than this node allows. */
export type NodeResult = CallResult | { kind: 'too-heavy' }

/** Reads one chain at one block from one node. */
export interface NodeReader extends Omit<ChainReader, 'call'> {
  url: string
  call(calls: readonly ChainCall[]): Promise<NodeResult[]>
}

/** One node, of which the block is not yet chosen. */
export interface ChainNode {
  url: string
  /** Answers questions of any method, in smaller batches where the node takes no large ones. */
  batch: RpcBatch
  /** Null when the node has not this block, or not its state. */
  readAt(block: Block): Promise<NodeReader | null>
}

/** A node has more to do for hundreds of contracts than for a wallet. */
const TIMEOUT_MS = 15_000
const MAX_REQUESTS = 5_000
/** Public nodes throttle more than four requests at once. */
const LIMITS = { concurrency: 4, waits: [1_000, 2_000] }
/** Free plans take as few as three questions in one request. */
const BATCHES = { sizes: [100, 25, 3, 1], maxFailures: 12 }
/**
 * Some two hundred getters take a few million gas, and nodes allow ten million or more. A contract that uses up the gas of the others
 * costs one more request.
 */
const BUNDLES = { bytes: 16_384, calls: 200 }
/** A longer answer of one call is not read: no getter here has one. */
const MAX_REPLY_BYTES = 64 * 1024

/** One of the nodes, with limits of its own. Sends nothing. */
export function connectNode(options: ReaderOptions, url: string): ChainNode {
  const { chain, fetch, pause = wait, maxRequests = MAX_REQUESTS } = options
  const own = { timeoutMs: TIMEOUT_MS, ...options, urls: [url] }
  const hedge = limitHedge(createHedge(own), { ...LIMITS, maxRequests, pause })
  const transport = createTransport(own, hedge)
  const batch = createBatchRetry(createRpcBatch(hedge, fetch), BATCHES)
  // What an account delegates to is not proven by a hash, so one node must not say it for another.
  const codeCache = runCache(options.codeCache)
  return {
    url,
    batch,
    async readAt(block) {
      const bundler = createBundler(chain, transport, { fixed: block })
      if (repliesIn(await bundler.bundle([])) === null) return null
      const tag = tagOf(block)
      const { inspect } = createInspector(bundler, batch, tag, codeCache)
      return {
        url,
        chain: chain.name,
        block: { number: block.number, day: dayOf(block.time * 1000) },
        call: (calls) => callAll(calls, tag, bundler, batch),
        inspect,
        requests: hedge.requests,
      }
    },
  }
}

/**
 * Calls without a sender share requests. One that failed there without revert data may have run out of gas because of another, so it
 * is asked again on its own, in a batch with those that have a sender.
 */
async function callAll(
  calls: readonly ChainCall[],
  tag: Hex,
  bundler: Bundler,
  batch: RpcBatch,
): Promise<NodeResult[]> {
  const results: NodeResult[] = calls.map(() => ({ kind: 'failed' }))
  const places = calls.map((call, at) => ({ ...call, at }))
  const alone = places.filter(({ from }) => from !== undefined)
  const shared = places.filter(({ from }) => from === undefined)
  await Promise.all(
    chunkCalls(shared, (call) => call, BUNDLES).map(async (chunk) => {
      const replies = repliesIn(await bundler.bundle(chunk))
      for (const [index, place] of chunk.entries()) {
        const reply = replies?.[index]
        if (reply?.ok) results[place.at] = capped(reply.data)
        else if (reply && reply.data !== '0x') results[place.at] = { kind: 'reverted' }
        else alone.push(place)
      }
    }),
  )
  const outcomes = await batch.ask(
    alone.map(({ to, data, from }) => ({
      method: 'eth_call',
      params: [{ to, data, ...(from && { from }) }, tag],
    })),
    (value) => hex.safeParse(value).success,
  )
  for (const [index, { at }] of alone.entries()) results[at] = resultOf(outcomes[index])
  return results
}

function resultOf(outcome: RpcOutcome | undefined): NodeResult {
  if (outcome?.kind === 'value') return capped(hex.parse(outcome.value))
  if (outcome?.kind === 'reverted' || outcome?.kind === 'too-heavy') return { kind: outcome.kind }
  return { kind: 'failed' }
}

function capped(data: Hex): CallResult {
  if (data.length > 2 + 2 * MAX_REPLY_BYTES) return { kind: 'reverted' }
  return { kind: 'ok', data: `0x${data.slice(2).toLowerCase()}` }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
