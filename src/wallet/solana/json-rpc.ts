import * as z from 'zod'
import { RpcFailure } from './failure.ts'

export interface Question {
  id: number
  method: string
  params: readonly unknown[]
}

/** What a node said to one question: a result, or the code of an error. */
export type Reply = { result: unknown } | { error: number }

/** The node understood, and says that the question is wrong: another one will say the same. */
const INVALID_PARAMS = -32602

const answer = z.looseObject({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number() }).optional(),
})

/** The answer to the question of this id; null for anything else. */
export function readReply(json: unknown, id: unknown): Reply | null {
  const parsed = answer.safeParse(json)
  if (!parsed.success) return null
  const { error, result } = parsed.data
  // A node that could not read the question says so without an id.
  if (error) return (parsed.data.id ?? id) === id ? { error: error.code } : null
  return parsed.data.id === id && result !== undefined ? { result } : null
}

/** The answers to several questions by id, in whatever order they came; null unless every one is there. */
export function readReplies(
  json: unknown,
  questions: readonly Question[],
): Map<number, Reply> | null {
  if (!Array.isArray(json)) return null
  const rows = new Map(json.map((row: unknown) => [idOf(row), row]))
  const replies = new Map<number, Reply>()
  for (const { id } of questions) {
    const reply = rows.has(id) ? readReply(rows.get(id), id) : null
    if (reply === null) return null
    replies.set(id, reply)
  }
  return replies
}

function idOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
}

/** Whether another node may have an answer where this one has an error. */
export function isTransientError(reply: Reply): reply is Extract<Reply, { error: number }> {
  return 'error' in reply && reply.error !== INVALID_PARAMS
}

export function errorOf({ error }: Extract<Reply, { error: number }>): RpcFailure {
  return new RpcFailure('rpc-error', `It answered with error ${error}.`)
}

/** Letters of a key in base58, and of every other text that is no data. */
const MAX_TEXT = 128

/**
 * Whether the answer holds no text that is longer than a key, but for data in base64. Packages take any text for a key, and
 * base58 takes them the square of its length: 40 KB are 10 s.
 */
export function hasShortTexts(json: unknown): boolean {
  const open = [json]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' && value.length > MAX_TEXT) return false
    if (typeof value !== 'object' || value === null) continue
    const parts: unknown[] = Object.values(value)
    const isData = parts.length === 2 && parts[1] === 'base64' && typeof parts[0] === 'string'
    if (!isData) for (const part of parts) if (part !== undefined) open.push(part)
  }
  return true
}
