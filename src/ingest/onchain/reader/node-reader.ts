import { dayOf } from '../../../domain/day.ts'
import type { Block } from '../../../wallet/evm/client/block.ts'
import type { ChainTarget } from '../../../wallet/evm/client/multicall.ts'
import { createRpcBatch, type RpcOutcome } from '../../../wallet/evm/client/rpc-batch.ts'
import { createTransport } from '../../../wallet/evm/client/transport.ts'
import type { Hex } from '../../../wallet/model/address.ts'
import { hex } from '../../../wallet/model/hex.ts'
import { createHedge, type HedgeOptions } from '../../../wallet/nodes/hedge.ts'
import type { Fetch } from '../../../wallet/nodes/read-body.ts'
import type { Call, CallResult, ChainReader } from '../chain-reader.ts'
import { callChunks, createBundles } from './bundles.ts'
import { chooseBlocks } from './fixed-block.ts'
import { type CodeCache, createInspector } from './inspect.ts'
import { createLadder, type Ladder } from './ladder.ts'
import { limitHedge } from './node-hedge.ts'

export interface NodeReaderOptions extends HedgeOptions {
  chain: ChainTarget & { name: string }
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  codeCache: CodeCache
  /** The block to read at, when another reader has chosen it. */
  block?: Block
  maxRequests?: number
  /** Waits before a busy node is asked again. */
  pause?: (ms: number) => Promise<void>
}

/** A reader that knows which nodes answered it. */
export interface NodeReader extends ChainReader {
  at: Block
  answered(): readonly string[]
}

export type OpenedReader = { reader: NodeReader } | { failed: 'stale' | 'node-failed' }

/** A node has more to do for hundreds of contracts than for a wallet. */
const HEDGE_MS = 4_000
const TIMEOUT_MS = 15_000
const MAX_REQUESTS = 5_000
/** A longer answer of one call is not read: no getter here has one. */
const MAX_REPLY_BYTES = 64 * 1024

/**
 * Opens a reader at one block of a chain: the finalized one, or where no node has its state, ten blocks behind the newest. Never
 * rejects.
 */
export async function openReader(options: NodeReaderOptions): Promise<OpenedReader> {
  const { chain, fetch, now, pause = wait, maxRequests = MAX_REQUESTS } = options
  const timed = { hedgeMs: HEDGE_MS, timeoutMs: TIMEOUT_MS, ...options }
  const hedge = limitHedge(createHedge(timed), { maxRequests, pause })
  const transport = createTransport(timed, hedge)
  const ladder = createLadder(createRpcBatch(hedge, fetch))
  const choice = options.block
    ? { blocks: [options.block] }
    : await chooseBlocks(chain, ladder, now())
  if ('failed' in choice) return choice
  for (const block of choice.blocks) {
    const bundles = createBundles(chain, transport, block)
    if ((await bundles.ask([])) === null) continue
    const tag: Hex = `0x${block.number.toString(16)}`
    const { inspect } = createInspector(bundles, ladder, tag, options.codeCache)
    const reader: NodeReader = {
      chain: chain.name,
      block: { number: block.number, day: dayOf(block.time * 1000) },
      at: block,
      call: (calls) => callAll(calls, tag, bundles, ladder),
      inspect,
      requests: hedge.requests,
      answered: hedge.answered,
    }
    return { reader }
  }
  return { failed: 'node-failed' }
}

/**
 * Calls without a sender share requests. One that failed there without revert data may have run out of gas because of another, so it
 * is asked again on its own, in a batch with those that have a sender.
 */
async function callAll(
  calls: readonly Call[],
  tag: Hex,
  bundles: ReturnType<typeof createBundles>,
  ladder: Ladder,
): Promise<CallResult[]> {
  const results: CallResult[] = calls.map(() => ({ kind: 'failed' }))
  const places = calls.map((call, at) => ({ ...call, at }))
  const alone = places.filter(({ from }) => from !== undefined)
  await Promise.all(
    callChunks(places.filter(({ from }) => from === undefined)).map(async (chunk) => {
      const replies = await bundles.ask(chunk)
      for (const [index, place] of chunk.entries()) {
        const reply = replies?.[index]
        if (reply?.ok) results[place.at] = capped(reply.data)
        else if (reply && reply.data !== '0x') results[place.at] = { kind: 'reverted' }
        else alone.push(place)
      }
    }),
  )
  const outcomes = await ladder.ask(
    alone.map(({ to, data, from }) => ({
      method: 'eth_call',
      params: [{ to, data, ...(from && { from }) }, tag],
    })),
    (value) => hex.safeParse(value).success,
  )
  for (const [index, { at }] of alone.entries()) results[at] = resultOf(outcomes[index])
  return results
}

function resultOf(outcome: RpcOutcome | undefined): CallResult {
  if (outcome?.kind === 'value') return capped(hex.parse(outcome.value))
  // A call that is too heavy for every node answers nobody.
  const isAnswer = outcome?.kind === 'reverted' || outcome?.kind === 'too-heavy'
  return { kind: isAnswer ? 'reverted' : 'failed' }
}

function capped(data: Hex): CallResult {
  if (data.length > 2 + 2 * MAX_REPLY_BYTES) return { kind: 'reverted' }
  return { kind: 'ok', data: `0x${data.slice(2).toLowerCase()}` }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
