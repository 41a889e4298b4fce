import * as z from 'zod'
import { parseOutsideJson } from '../../domain/json.ts'
import type { Hedge, NodeAttempt } from '../nodes/hedge.ts'
import { listOf } from '../nodes/list-of.ts'
import { BodyFailure, type Fetch, readBody } from '../nodes/read-body.ts'
import { classifyError, type EvmRpcFailure, errorSchema } from './rpc-error.ts'

/** True for a value that is taken; false, or the reason in a few words, for any other. */
export type Accept = (value: unknown, at: number) => boolean | string

/** One JSON-RPC request of any method. */
export interface RpcQuestion {
  method: string
  params: readonly unknown[]
}

/** The outcome of one question. `value` is as the node sent it: parse it. */
export type RpcOutcome = { kind: 'value'; value: unknown } | EvmRpcFailure

export interface RpcBatch {
  /**
   * The outcomes in the order of the questions. A node that refuses the batch, or answers none of its questions, counts as one
   * that failed; when all did, every outcome is `rpc-error`. `accept` judges each value, and may say in a few words why not.
   */
  ask(questions: readonly RpcQuestion[], accept?: Accept): Promise<RpcOutcome[]>
}

/** Room for the code of a hundred large contracts. */
const MAX_BYTES = 8_000_000
/** A node may add rows of its own. */
const SPARE_ROWS = 20

const rowSchema = z.looseObject({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: errorSchema.nullish(),
})

/**
 * Sends questions to the nodes of a hedge as one JSON-RPC batch; a single question is sent without a list. Never rejects.
 */
export function createRpcBatch(hedge: Hedge, fetch: Fetch): RpcBatch {
  return {
    ask: async (questions, accept = () => true) => {
      if (questions.length === 0) return []
      const result = await hedge.ask((url, signal) =>
        attempt(url, questions, accept, signal, fetch),
      )
      if ('answer' in result) return result.answer
      const detail = result.failures.at(-1)?.failure.detail ?? 'no node is configured'
      return questions.map(() => ({ kind: 'rpc-error', detail }))
    },
  }
}

/** One node, once. Never rejects. */
async function attempt(
  url: string,
  questions: readonly RpcQuestion[],
  accept: Accept,
  signal: AbortSignal,
  fetch: Fetch,
): Promise<NodeAttempt<RpcOutcome[], BatchFailure>> {
  const rows = questions.map((question, id) => ({ jsonrpc: '2.0', id, ...question }))
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rows.length === 1 ? rows[0] : rows),
  }
  try {
    const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes: MAX_BYTES })
    const outcomes = readRows(parseOutsideJson(new TextDecoder().decode(bytes)), questions, accept)
    if (outcomes?.some(isAnswer)) return { answer: outcomes }
    return refused(status === 200 ? complaintOf(outcomes) : `status ${status}`)
  } catch (error) {
    if (!(error instanceof BodyFailure)) return refused('cannot be read')
    return refused(error.kind === 'timeout' ? 'did not answer in time' : error.message)
  }
}

interface BatchFailure {
  kind: 'rpc-error'
  detail: string
}

/** A node that does not have the block gave no answer: another one may have it. */
function isAnswer({ kind }: RpcOutcome): boolean {
  return kind !== 'rpc-error' && kind !== 'unknown-block'
}

function complaintOf(outcomes: RpcOutcome[] | null): string {
  const [first] = outcomes ?? []
  return first && 'detail' in first ? first.detail : 'answered none of the questions'
}

function refused(detail: string): NodeAttempt<never, BatchFailure> {
  return { failure: { kind: 'rpc-error', detail }, how: detail }
}

/** Null unless it is a list of answers, or a single answer to a single question. */
function readRows(
  answer: unknown,
  questions: readonly RpcQuestion[],
  accept: Accept,
): RpcOutcome[] | null {
  const count = questions.length
  const list = listOf(rowSchema, count + SPARE_ROWS).safeParse(count === 1 ? [answer] : answer)
  if (!list.success) return null
  const byId = new Map(list.data.map((row) => [row.id, row]))
  return questions.map(({ method }, at): RpcOutcome => {
    const row = byId.get(at)
    if (row?.error) return errorOf(method, row.error)
    if (row?.result === undefined || row.result === null)
      return { kind: 'rpc-error', detail: 'no answer' }
    const verdict = accept(row.result, at)
    if (verdict === true) return { kind: 'value', value: row.result }
    return { kind: 'rpc-error', detail: verdict || 'answered with other bytes' }
  })
}

/** Only a call can revert: for anything else the node has failed. */
function errorOf(method: string, error: z.infer<typeof errorSchema>): RpcOutcome {
  const outcome = classifyError(error)
  const isAnswer = outcome.kind === 'rpc-error' || outcome.kind === 'unknown-block'
  if (method === 'eth_call' || isAnswer) return outcome
  return { kind: 'rpc-error', detail: `${method} failed` }
}
