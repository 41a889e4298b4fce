import * as z from 'zod'
import { RpcFailure } from './failure.ts'

export interface SolanaRequest {
  id: number
  method: string
  params: readonly unknown[]
}

/** A node's reply to one question: a result, or the code of an error. */
export type RpcReply = { result: unknown } | { error: number }

/** The node rejects the question itself, so another node would too. */
const INVALID_PARAMS = -32602

const answer = z.looseObject({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number() }).optional(),
})

/** The reply to the question with this id; null for anything else. */
export function readReply(json: unknown, id: unknown): RpcReply | null {
  const parsed = answer.safeParse(json)
  if (!parsed.success) return null
  const { error, result } = parsed.data
  // An error about a request that the node could not parse has no id.
  if (error) return (parsed.data.id ?? id) === id ? { error: error.code } : null
  return parsed.data.id === id && result !== undefined ? { result } : null
}

/** The replies to several questions by id, sent in any order; null unless all are there. */
export function readReplies(
  json: unknown,
  questions: readonly SolanaRequest[],
): Map<number, RpcReply> | null {
  if (!Array.isArray(json)) return null
  const rows = new Map(json.map((row: unknown) => [idOf(row), row]))
  const replies = new Map<number, RpcReply>()
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

/** True for an error that another node may not have. */
export function isTransientError(reply: RpcReply): reply is Extract<RpcReply, { error: number }> {
  return 'error' in reply && reply.error !== INVALID_PARAMS
}

export function errorOf({ error }: Extract<RpcReply, { error: number }>): RpcFailure {
  return new RpcFailure('rpc-error', `The node answered with error ${error}.`)
}

/** Longer than any key in base58, or any other text that is not account data. */
const MAX_TEXT = 128

/**
 * True when no text in the answer exceeds `MAX_TEXT`, except for data in base64. Packages decode any text as a key, and base58 takes
 * time quadratic in the length: 10 s for 40 KB.
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
