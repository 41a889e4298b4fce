import {
  createHedge,
  type Hedge,
  type HedgeOptions,
  type HedgeResult,
  type NodeAttempt,
} from '../../chains/nodes/hedge.ts'
import { BodyFailure, type Fetch, readBody } from '../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../domain/json.ts'
import { RpcFailure } from './failure.ts'
import {
  errorOf,
  isTransientError,
  type RpcReply,
  readReplies,
  readReply,
  type SolanaRequest,
} from './json-rpc.ts'

export interface RpcOptions extends HedgeOptions {
  fetch: Fetch
  /** Asks the nodes in another way than `createHedge`. */
  hedge?: Hedge
  /** Bytes of one answer after decompression. */
  maxBytes?: number
  /** True for a result which shows that its node is behind; that node is not asked again. */
  isStale?: (result: unknown) => boolean
}

/** 10,000 token accounts take 3.3 MB. */
const MAX_BYTES = 16_000_000
/** HTTP statuses and error codes of a node that is overloaded or behind, which has nothing to do with lists. */
const BUSY = [429, 502, 503, 504, -32005]

export interface Failed {
  failure: RpcFailure
  /** True when the node answered, and may only refuse lists: it is asked again with single questions. */
  mayAnswerAlone: boolean
  /** The status, for `limitHedge`. */
  detail?: string
}

/** Requests to several nodes, without batching or retries. No method rejects. */
export interface RpcNodes {
  /** The reply to one request, from a node not in `but` whose answer passes `accept`. */
  askOne(
    body: string,
    id: unknown,
    but?: readonly string[],
    accept?: (json: unknown) => boolean,
  ): Promise<{ reply: RpcReply; bytes: BodyBytes } | { failures: RpcFailure[] }>
  /** The replies to a list of questions by id, sent as one JSON-RPC batch. */
  askList(questions: readonly SolanaRequest[]): Promise<HedgeResult<Map<number, RpcReply>, Failed>>
  /** The most informative failure: a node that is behind is at least reachable, and an error says more than a timeout. */
  worst(failures: readonly RpcFailure[]): RpcFailure
  /** HTTP requests sent so far. */
  requests(): number
}

/** Sends JSON-RPC requests to nodes of Solana as `createHedge` does. A node that is behind is not asked again. */
export function createRpcNodes(options: RpcOptions): RpcNodes {
  const { hedge = createHedge(options) } = options
  const { isStale = () => false } = options
  const behind = new Set<string>()
  const isBehind = (url: string, replies: readonly RpcReply[]): boolean => {
    if (replies.some((reply) => 'result' in reply && isStale(reply.result))) behind.add(url)
    return behind.has(url)
  }
  return {
    async askOne(body, id, but = [], accept = () => true) {
      const result = await hedge.ask<{ reply: RpcReply; bytes: BodyBytes }, Failed>(
        async (url, signal) => {
          const attempt = await requestJson(url, body, signal, options)
          if ('failure' in attempt) return attempt
          const { json, bytes, status } = attempt.answer
          const reply = readReply(json, id)
          if (reply === null || !accept(json)) return failed(other(status))
          if (isTransientError(reply)) return failed({ ...other(status), failure: errorOf(reply) })
          if (isBehind(url, [reply])) return failed(STALE)
          return { answer: { reply, bytes } }
        },
        [...but, ...behind],
      )
      if ('answer' in result) return result.answer
      return { failures: result.failures.map(({ failure }) => failure.failure) }
    },
    askList(questions) {
      const body = JSON.stringify(questions.map(toRequest))
      return hedge.ask<Map<number, RpcReply>, Failed>(
        async (url, signal) => {
          const attempt = await requestJson(url, body, signal, options)
          if ('failure' in attempt) return attempt
          const { json, status } = attempt.answer
          const answer = readReplies(json, questions)
          if (answer === null) return failed(other(status))
          if (isBehind(url, [...answer.values()])) return failed(STALE)
          const failure = refusal([...answer.values()])
          return failure ? failed(failure) : { answer }
        },
        [...behind],
      )
    },
    worst(failures) {
      if (behind.size > 0) return STALE.failure
      const error = failures.find(({ kind }) => kind === 'rpc-error')
      if (options.urls.length === 0) return new RpcFailure('rpc-error', 'No node is configured.')
      return (
        error ?? failures[0] ?? new RpcFailure('rpc-timeout', 'No time was left to ask a node.')
      )
    },
    requests: hedge.requests,
  }
}

/** A question as a JSON-RPC 2.0 request object. */
export function toRequest({ id, method, params }: SolanaRequest): object {
  return { jsonrpc: '2.0', id, method, params }
}

const STALE: Failed = {
  failure: new RpcFailure('rpc-stale', 'The node is behind its chain.'),
  mayAnswerAlone: false,
}

type BodyBytes = Uint8Array<ArrayBuffer>

/** Sends one request to one node and parses the JSON. Never rejects. */
async function requestJson(
  url: string,
  body: string,
  signal: AbortSignal,
  { fetch, maxBytes = MAX_BYTES }: RpcOptions,
): Promise<NodeAttempt<{ json: unknown; bytes: BodyBytes; status: number }, Failed>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  try {
    const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes })
    const json = parseOutsideJson(new TextDecoder().decode(bytes))
    return json === undefined ? failed(other(status)) : { answer: { json, bytes, status } }
  } catch (error) {
    const isLate = error instanceof BodyFailure && error.kind === 'timeout'
    const message = error instanceof BodyFailure ? error.message : 'The request failed.'
    const failure = new RpcFailure(isLate ? 'rpc-timeout' : 'rpc-error', message)
    const isLong = error instanceof BodyFailure && error.kind === 'too-long'
    return failed({ failure, mayAnswerAlone: isLong })
  }
}

function failed(failure: Failed): { failure: Failed; how: string } {
  return { failure, how: failure.failure.message }
}

function other(status: number): Failed {
  const message = `The node answered with status ${status} and no valid JSON-RPC response.`
  return {
    failure: new RpcFailure('rpc-error', message),
    mayAnswerAlone: !BUSY.includes(status),
    detail: `status ${status}`,
  }
}

/** The failure when every question got an error, which may be about the list itself; null when one was answered. */
function refusal(replies: readonly RpcReply[]): Failed | null {
  const errors = replies.filter(isTransientError)
  const [first] = errors
  if (first === undefined || errors.length < replies.length) return null
  return {
    failure: errorOf(first),
    mayAnswerAlone: !errors.some(({ error }) => BUSY.includes(error)),
  }
}
