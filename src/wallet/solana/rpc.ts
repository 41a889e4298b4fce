import { parseJson } from '../../domain/json.ts'
import { type Attempt, createHedge, type HedgeOptions } from '../nodes/hedge.ts'
import { BodyFailure, type Fetch, readBody } from '../nodes/read-body.ts'
import { RpcFailure } from './failure.ts'
import {
  errorOf,
  hasShortTexts,
  isTransientError,
  type Question,
  type Reply,
  readReplies,
  readReply,
} from './json-rpc.ts'

export interface RpcOptions extends HedgeOptions {
  fetch: Fetch
  /** Bytes of one answer after decompression. */
  maxBytes?: number
  /** Whether a result shows that its node is behind. Such a node has failed, and is not asked again. */
  isStale?: (result: unknown) => boolean
}

export interface Rpc {
  /** The result of one question; those asked in one turn go in one request. Throws `RpcFailure`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Posts one JSON-RPC request as it is, for a package that makes its own. Throws `RpcFailure`. */
  post(body: string): Promise<Response>
  /** HTTP requests sent so far. */
  requests(): number
}

/** 10,000 token accounts take 3.3 MB. */
const MAX_BYTES = 16_000_000
/** Statuses, and codes of errors, that say nothing of lists: the node has no time for anybody, or is behind. */
const BUSY = [429, 502, 503, 504, -32005]

interface Failed {
  failure: RpcFailure
  /** Whether the node answered, and might answer the questions of a list one by one. */
  mayDislikeLists: boolean
}
interface Waiting {
  question: Question
  resolve: (result: unknown) => void
  reject: (failure: RpcFailure) => void
}

/**
 * Asks nodes of Solana, hedged. Questions of one turn are sent as a list; one that a node has an error for is asked again
 * of the others, and where no node takes lists they are asked one by one.
 */
export function createRpc(options: RpcOptions): Rpc {
  const hedge = createHedge(options)
  const { isStale = () => false } = options
  /** Nodes that are behind. */
  const behind = new Set<string>()
  const isBehind = (url: string, replies: readonly Reply[]): boolean => {
    if (replies.some((reply) => 'result' in reply && isStale(reply.result))) behind.add(url)
    return behind.has(url)
  }
  let waiting: Waiting[] = []
  let lastId = 0

  const ask: Rpc['ask'] = (method, params) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      lastId++
      waiting.push({ question: { id: lastId, method, params }, resolve, reject })
    })

  const flush = () => {
    const asked = waiting
    waiting = []
    if (asked.length > 1) void askTogether(asked)
    else for (const each of asked) void askAlone(each)
  }

  const askTogether = async (asked: readonly Waiting[]) => {
    const questions = asked.map(({ question }) => question)
    const body = JSON.stringify(questions.map(written))
    const result = await hedge.ask<Map<number, Reply>, Failed>(
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
    if ('answer' in result) {
      for (const each of asked) {
        const reply = result.answer.get(each.question.id)
        if (reply === undefined || isTransientError(reply)) {
          void askAlone(each, [result.url], reply && [errorOf(reply)])
        } else settle(each, reply)
      }
      return
    }
    const hopeless = result.failures.filter(({ failure }) => !failure.mayDislikeLists)
    const but = hopeless.map(({ url }) => url)
    const earlier = result.failures.map(({ failure }) => failure.failure)
    for (const each of asked) void askAlone(each, but, earlier)
  }

  const askAlone = async (
    each: Waiting,
    but: readonly string[] = [],
    earlier: readonly RpcFailure[] = [],
  ) => {
    const { question } = each
    const result = await askNodes(JSON.stringify(written(question)), question.id, but)
    if ('failures' in result) each.reject(worst([...earlier, ...result.failures]))
    else settle(each, result.reply)
  }

  const askNodes = async (
    body: string,
    id: unknown,
    but: readonly string[] = [],
    accept: (json: unknown) => boolean = () => true,
  ) => {
    const result = await hedge.ask<{ reply: Reply; bytes: BodyBytes }, Failed>(
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
  }

  /** A node that is behind is there, and an error says more than a silence. */
  const worst = (failures: readonly RpcFailure[]): RpcFailure => {
    if (behind.size > 0) return STALE.failure
    const error = failures.find(({ kind }) => kind === 'rpc-error')
    if (options.urls.length === 0) return new RpcFailure('rpc-error', 'No node is configured.')
    return error ?? failures[0] ?? new RpcFailure('rpc-timeout', 'No time was left to ask a node.')
  }

  const post: Rpc['post'] = async (body) => {
    const { id }: { id?: unknown } = JSON.parse(body)
    const result = await askNodes(body, id, [], hasShortTexts)
    if ('failures' in result) throw worst(result.failures)
    return new Response(result.bytes)
  }
  return { ask, post, requests: hedge.requests }
}

const STALE: Failed = {
  failure: new RpcFailure('rpc-stale', 'The node is behind its chain.'),
  mayDislikeLists: false,
}

type BodyBytes = Uint8Array<ArrayBuffer>

/** The JSON that a node sent, or why there is none. Never rejects. */
async function requestJson(
  url: string,
  body: string,
  signal: AbortSignal,
  { fetch, maxBytes = MAX_BYTES }: RpcOptions,
): Promise<Attempt<{ json: unknown; bytes: BodyBytes; status: number }, Failed>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  try {
    const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes })
    const json = parseJson(new TextDecoder().decode(bytes))
    return json === undefined ? failed(other(status)) : { answer: { json, bytes, status } }
  } catch (error) {
    const isLate = error instanceof BodyFailure && error.kind === 'timeout'
    const message = error instanceof BodyFailure ? error.message : 'The request failed.'
    const failure = new RpcFailure(isLate ? 'rpc-timeout' : 'rpc-error', message)
    const isLong = error instanceof BodyFailure && error.kind === 'too-long'
    return failed({ failure, mayDislikeLists: isLong })
  }
}

function settle({ resolve, reject }: Waiting, reply: Reply): void {
  if ('error' in reply) reject(errorOf(reply))
  else resolve(reply.result)
}

function written({ id, method, params }: Question): object {
  return { jsonrpc: '2.0', id, method, params }
}

function failed(failure: Failed): { failure: Failed; how: string } {
  return { failure, how: failure.failure.message }
}

function other(status: number): Failed {
  const message = `The node answered with status ${status} and no valid JSON-RPC response.`
  return {
    failure: new RpcFailure('rpc-error', message),
    mayDislikeLists: !BUSY.includes(status),
  }
}

/** An error for every question: what is said of each may be meant for the list. Null when something was answered. */
function refusal(replies: readonly Reply[]): Failed | null {
  const errors = replies.filter(isTransientError)
  const [first] = errors
  if (first === undefined || errors.length < replies.length) return null
  return {
    failure: errorOf(first),
    mayDislikeLists: !errors.some(({ error }) => BUSY.includes(error)),
  }
}
