import type { RpcFailure } from './failure.ts'
import {
  errorOf,
  hasShortTexts,
  isTransientError,
  type RpcReply,
  type SolanaRequest,
} from './json-rpc.ts'
import { createRpcNodes, type RpcNodes, type RpcOptions, toRequest } from './rpc-nodes.ts'

export interface Rpc {
  /** The result of one question. Questions of the same tick share a request. Throws `RpcFailure`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** The result of one question in a request of its own, so that a slow one delays no other. Throws `RpcFailure`. */
  askSeparately(method: string, params: readonly unknown[]): Promise<unknown>
  /** Posts a JSON-RPC request unchanged, for a package that builds its own. Throws `RpcFailure`. */
  post(body: string): Promise<Response>
  /** HTTP requests sent so far. */
  requests(): number
}

interface Waiting {
  question: SolanaRequest
  resolve: (result: unknown) => void
  reject: (failure: RpcFailure) => void
}

/**
 * Reads from nodes of Solana. Questions of one tick are sent as a list. A question that a node answers with an error is sent again to
 * the other nodes, and if no node accepts lists, each question is sent alone.
 */
export function createRpc(options: RpcOptions): Rpc {
  const nodes = createRpcNodes(options)
  let waiting: Waiting[] = []
  let lastId = 0

  const pose = (method: string, params: readonly unknown[], send: (each: Waiting) => void) =>
    new Promise<unknown>((resolve, reject) => {
      lastId++
      send({ question: { id: lastId, method, params }, resolve, reject })
    })

  const ask: Rpc['ask'] = (method, params) =>
    pose(method, params, (each) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push(each)
    })

  const askSeparately: Rpc['askSeparately'] = (method, params) =>
    pose(method, params, (each) => void askAlone(each))

  const flush = () => {
    const asked = waiting
    waiting = []
    if (asked.length > 1) void askTogether(asked)
    else for (const each of asked) void askAlone(each)
  }

  const askTogether = async (asked: readonly Waiting[]) => {
    const result = await nodes.askList(asked.map(({ question }) => question))
    if ('answer' in result) {
      for (const each of asked) {
        const reply = result.answer.get(each.question.id)
        if (reply === undefined || isTransientError(reply)) {
          void askAlone(each, [result.url], reply && [errorOf(reply)])
        } else settle(each, reply)
      }
      return
    }
    const failedForGood = result.failures.filter(({ failure }) => !failure.mayAnswerAlone)
    const but = failedForGood.map(({ url }) => url)
    const earlier = result.failures.map(({ failure }) => failure.failure)
    for (const each of asked) void askAlone(each, but, earlier)
  }

  const askAlone = async (
    each: Waiting,
    but: readonly string[] = [],
    earlier: readonly RpcFailure[] = [],
  ) => {
    const { question } = each
    const result = await nodes.askOne(JSON.stringify(toRequest(question)), question.id, but)
    if ('failures' in result) each.reject(nodes.worst([...earlier, ...result.failures]))
    else settle(each, result.reply)
  }

  return { ask, askSeparately, post: (body) => post(nodes, body), requests: nodes.requests }
}

async function post(nodes: RpcNodes, body: string): Promise<Response> {
  const { id }: { id?: unknown } = JSON.parse(body)
  const result = await nodes.askOne(body, id, [], hasShortTexts)
  if ('failures' in result) throw nodes.worst(result.failures)
  return new Response(result.bytes)
}

function settle({ resolve, reject }: Waiting, reply: RpcReply): void {
  if ('error' in reply) reject(errorOf(reply))
  else resolve(reply.result)
}
