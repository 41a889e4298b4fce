import * as z from 'zod'
import { parseOutsideJson } from '../../domain/json.ts'
import type { Address, Hex } from '../address.ts'
import { hex } from '../hex.ts'
import { createHedge, type Hedge, type HedgeOptions } from '../nodes/hedge.ts'
import { BodyFailure, type FetchAnswer, readBody } from '../nodes/read-body.ts'
import { QUESTION_ID, questionInit } from './batched-fetch.ts'
import { classifyError, errorSchema } from './rpc-error.ts'

export type { Fetch } from '../nodes/read-body.ts'

export interface TransportOptions extends HedgeOptions {
  fetch: FetchAnswer
}

/** `refused`: the bytes do not answer this call. `other-chain`: they are of another chain. `stale`: their block is too old or in the future. */
export type AnswerVerdict = 'accepted' | 'refused' | 'other-chain' | 'stale'

export interface EthCall {
  request: { to?: Address; from?: Address; data: Hex }
  block: 'latest' | Hex
  /**
   * Code that replaces what is at an address during the call; storage stays. Not every node takes such a third parameter, and
   * some gateways drop it, so `accept` must be able to notice.
   */
  overrides?: Readonly<Record<Address, { code: Hex }>>
  /** Judges the bytes of an answer. A node whose bytes are not accepted counts as one that failed. */
  accept?: (data: Hex) => AnswerVerdict
  /** For calls that take a node long: they share no request with others. */
  isHeavy?: boolean
  /** For calls that never revert at an honest node: a revert is accepted only when no other node answers. */
  doubtRevert?: boolean
}

/**
 * The outcome of a call. `reverted` is an answer of the chain. `too-heavy`: it needs more gas, time or bytes than the nodes allow.
 * `unknown-block`: no node has the block. `refused` and `stale`: the bytes were not accepted. `rpc-timeout`: every node ran out
 * of time.
 */
export type CallOutcome =
  | { kind: 'result'; data: Hex }
  | { kind: 'reverted'; data: Hex }
  | {
      kind: 'too-heavy' | 'unknown-block' | 'refused' | 'stale' | 'rpc-error' | 'rpc-timeout'
      detail: string
    }

export interface CallTransport {
  call: (call: EthCall) => Promise<CallOutcome>
  /** HTTP requests sent so far. */
  requests: () => number
  /** The node that answered last; null before the first answer. */
  answeredBy: () => string | null
}

/** An answer of four hundred calls is a quarter of a megabyte. */
const MAX_BYTES = 4_000_000

/** When every node failed, the most informative failure, in this order. */
const FAILURES_BY_WEIGHT = [
  'reverted',
  'too-heavy',
  'refused',
  'unknown-block',
  'stale',
  'rpc-error',
  'rpc-timeout',
] as const

/** Sends `eth_call` to several nodes, as `createHedge` asks them. Never rejects. `hedge` may be shared with other requests. */
export function createTransport(
  { fetch, ...options }: TransportOptions,
  hedge: Hedge = createHedge(options),
): CallTransport {
  const call = async (ethCall: EthCall): Promise<CallOutcome> => {
    if (options.deadline.aborted) return TIMEOUT
    const result = await hedge.ask(async (url, signal) => {
      const outcome = await attempt(url, ethCall, signal, fetch)
      const isAnswer =
        outcome.kind === 'result' || (outcome.kind === 'reverted' && !ethCall.doubtRevert)
      return isAnswer ? { answer: outcome } : { failure: outcome, how: formatFailure(outcome) }
    })
    return 'answer' in result ? result.answer : worst(result.failures.map(({ failure }) => failure))
  }
  return { call, requests: hedge.requests, answeredBy: hedge.answeredBy }
}

const TIMEOUT: CallOutcome = { kind: 'rpc-timeout', detail: 'did not answer in time' }

function worst(failures: readonly CallOutcome[]): CallOutcome {
  for (const kind of FAILURES_BY_WEIGHT) {
    const found = failures.find((failure) => failure.kind === kind)
    if (found) return found
  }
  return { kind: 'rpc-error', detail: 'no node is configured' }
}

function formatFailure(outcome: CallOutcome): string {
  return 'detail' in outcome ? `${outcome.kind}: ${outcome.detail}` : outcome.kind
}

/** One node, once. Never rejects. */
async function attempt(
  url: string,
  ethCall: EthCall,
  signal: AbortSignal,
  fetch: FetchAnswer,
): Promise<CallOutcome> {
  const init = questionInit(afterIdOf(ethCall), ethCall.isHeavy)
  try {
    const read = await readBody(url, init, { fetch, signal, maxBytes: MAX_BYTES })
    const { status, bytes, parsed = parseOutsideJson(decoder.decode(bytes)) } = read
    return classify(status, parsed, ethCall.accept)
  } catch (error) {
    if (!(error instanceof BodyFailure)) return { kind: 'rpc-error', detail: 'cannot be read' }
    return error.kind === 'timeout' ? TIMEOUT : { kind: 'rpc-error', detail: error.message }
  }
}

/** What `JSON.stringify` writes of a question after its id. The data is only put in: it is long, and hex has nothing to escape. */
function afterIdOf({ request, block, overrides }: EthCall): string {
  const { data, ...others } = request
  const call = JSON.stringify({ ...others, data: '' }).slice(0, -'"}'.length)
  const more = overrides === undefined ? '' : `,${JSON.stringify(overrides)}`
  return `"method":"eth_call","params":[${call}${data}"},"${block}"${more}]}`
}

const decoder = new TextDecoder()
const answerSchema = z.looseObject({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: errorSchema.nullish(),
})

function classify(status: number, said: unknown, accept: EthCall['accept']): CallOutcome {
  const answer = answerSchema.safeParse(said)
  const { id, error } = answer.data ?? {}
  // A node that could not read the question says so without an id.
  if (error && (id ?? QUESTION_ID) === QUESTION_ID) return classifyError(error)
  if (status === 413) return { kind: 'too-heavy', detail: 'status 413' }
  if (status !== 200) return { kind: 'rpc-error', detail: `status ${status}` }
  const data = hex.safeParse(answer.data?.result)
  if (!data.success || id !== QUESTION_ID)
    return { kind: 'rpc-error', detail: 'answered with something else than a result' }
  const acceptance = accept?.(data.data) ?? 'accepted'
  if (acceptance === 'refused') return { kind: acceptance, detail: 'answered with other bytes' }
  if (acceptance === 'other-chain') return { kind: 'refused', detail: 'is a node of another chain' }
  if (acceptance === 'stale') return { kind: acceptance, detail: 'is behind its chain' }
  return { kind: 'result', data: data.data }
}
