import * as z from 'zod'
import { parseJson } from '../../../domain/json.ts'
import type { Address, Hex } from '../../model/address.ts'
import { hex } from '../../model/hex.ts'
import { createHedge, type HedgeOptions } from '../../nodes/hedge.ts'
import { BodyFailure, type Fetch, readBody } from '../../nodes/read-body.ts'

export type { Fetch } from '../../nodes/read-body.ts'

export interface TransportOptions extends HedgeOptions {
  fetch: Fetch
}

/** `refused`: the bytes do not answer this call. `stale`: their block is too old or in the future. */
export type Acceptance = 'accepted' | 'refused' | 'stale'

export interface EthCall {
  request: { to?: Address; from?: Address; data: Hex }
  block: 'latest' | Hex
  /** Judges the bytes of an answer. A node whose bytes are not accepted counts as one that failed. */
  accept?: (data: Hex) => Acceptance
  /** For calls that never revert at an honest node: a revert is accepted only when no other node answers. */
  doubtRevert?: boolean
}

/**
 * The outcome of a call. `reverted` is an answer of the chain. `too-heavy`: it needs more gas, time or bytes than the nodes allow.
 * `unknown-block`: no node has the block. `refused` and `stale`: the bytes were not accepted. `rpc-timeout`: every node ran out
 * of time.
 */
export type Outcome =
  | { kind: 'result'; data: Hex }
  | { kind: 'reverted'; data: Hex }
  | {
      kind: 'too-heavy' | 'unknown-block' | 'refused' | 'stale' | 'rpc-error' | 'rpc-timeout'
      detail: string
    }

export interface Transport {
  call: (call: EthCall) => Promise<Outcome>
  /** HTTP requests sent so far. */
  requests: () => number
}

/** Of every request: a connection carries one question at a time. */
const ID = 1
/** An answer of four hundred calls is a quarter of a megabyte. */
const MAX_BYTES = 4_000_000

/** When every node failed, the most informative failure, in this order. */
const MOST_TELLING = [
  'reverted',
  'too-heavy',
  'refused',
  'unknown-block',
  'stale',
  'rpc-error',
  'rpc-timeout',
] as const

/** Sends `eth_call` to several nodes, as `createHedge` asks them. Never rejects. */
export function createTransport({ fetch, ...options }: TransportOptions): Transport {
  const hedge = createHedge(options)
  const call = async (ethCall: EthCall): Promise<Outcome> => {
    if (options.deadline.aborted) return TIMEOUT
    const result = await hedge.ask(async (url, signal) => {
      const outcome = await attempt(url, ethCall, signal, fetch)
      const isAnswer =
        outcome.kind === 'result' || (outcome.kind === 'reverted' && !ethCall.doubtRevert)
      return isAnswer ? { answer: outcome } : { failure: outcome, how: wordsFor(outcome) }
    })
    return 'answer' in result ? result.answer : worst(result.failures.map(({ failure }) => failure))
  }
  return { call, requests: hedge.requests }
}

const TIMEOUT: Outcome = { kind: 'rpc-timeout', detail: 'did not answer in time' }

function worst(failures: readonly Outcome[]): Outcome {
  for (const kind of MOST_TELLING) {
    const found = failures.find((failure) => failure.kind === kind)
    if (found) return found
  }
  return { kind: 'rpc-error', detail: 'no node is configured' }
}

function wordsFor(outcome: Outcome): string {
  return 'detail' in outcome ? `${outcome.kind}: ${outcome.detail}` : outcome.kind
}

/** One node, once. Never rejects. */
async function attempt(
  url: string,
  { request, block, accept }: EthCall,
  signal: AbortSignal,
  fetch: Fetch,
): Promise<Outcome> {
  const question = { jsonrpc: '2.0', id: ID, method: 'eth_call', params: [request, block] }
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  }
  try {
    const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes: MAX_BYTES })
    return classify(status, new TextDecoder().decode(bytes), accept)
  } catch (error) {
    if (!(error instanceof BodyFailure)) return { kind: 'rpc-error', detail: 'cannot be read' }
    return error.kind === 'timeout' ? TIMEOUT : { kind: 'rpc-error', detail: error.message }
  }
}

const errorSchema = z.looseObject({
  code: z.union([z.number(), z.string()]).optional(),
  message: z.string().optional(),
  data: z.unknown().optional(),
})
const answerSchema = z.looseObject({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: errorSchema.nullish(),
})

function classify(status: number, text: string, accept: EthCall['accept']): Outcome {
  const answer = answerSchema.safeParse(parseJson(text))
  const { id, error } = answer.data ?? {}
  // A node that could not read the question says so without an id.
  if (error && (id ?? ID) === ID) return classifyError(error)
  if (status === 413) return { kind: 'too-heavy', detail: 'status 413' }
  if (status !== 200) return { kind: 'rpc-error', detail: `status ${status}` }
  const data = hex.safeParse(answer.data?.result)
  if (!data.success || id !== ID)
    return { kind: 'rpc-error', detail: 'answered with something else than a result' }
  const acceptance = accept?.(data.data) ?? 'accepted'
  if (acceptance === 'refused') return { kind: acceptance, detail: 'answered with other bytes' }
  if (acceptance === 'stale') return { kind: acceptance, detail: 'is behind its chain' }
  return { kind: 'result', data: data.data }
}

/** Characters of a message that are read: the words that matter come first. */
const MAX_MESSAGE = 1_000
/** Characters of the data of a revert, some 32 KB in hex. */
const MAX_REVERT = 65_600

// The wording of geth, erigon, nethermind, reth, anvil and the gateways in front of them; error codes alone are ambiguous.
const HEAVY =
  /out ?of ?gas|gas required exceeds|gas limit|execution (timeout|aborted)|evm timeout|too large|(code|response) ?size|initcode/i
const UNKNOWN_BLOCK =
  /header not found|(unknown|missing|invalid) block|block .{0,100}not found|missing trie node|blockoutofrange|block height|pruned|state .{0,100}not available/i
const REVERT = /revert|vm execution error|evm error|opcode|invalid ?jump|stack (under|over)flow/i

function classifyError({ code, message: text = '', data }: z.infer<typeof errorSchema>): Outcome {
  const message = text.slice(0, MAX_MESSAGE)
  const detail = `error ${typeof code === 'number' ? code : 'without a code'}`
  if (code === 3 || /execution reverted/i.test(message))
    return { kind: 'reverted', data: findHex(data) }
  if (HEAVY.test(message)) return { kind: 'too-heavy', detail }
  if (UNKNOWN_BLOCK.test(message)) return { kind: 'unknown-block', detail }
  if (REVERT.test(message)) return { kind: 'reverted', data: findHex(data) }
  return { kind: 'rpc-error', detail }
}

/** The revert data, which each kind of node puts in another place. */
function findHex(data: unknown): Hex {
  const nested = z.looseObject({ data: z.string() }).safeParse(data)
  const text = nested.success ? nested.data.data : String(data)
  const found = hex.safeParse(/0x[0-9a-fA-F]*/.exec(text.slice(0, MAX_REVERT))?.[0])
  return found.success ? found.data : '0x'
}
