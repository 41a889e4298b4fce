import type * as z from 'zod'
import { collect } from '../chains/nodes/read-body.ts'
import { parseJson } from '../domain/json.ts'
import { nestingOf } from '../domain/nesting.ts'
import { AccountRefusal } from './refusal.ts'

/** Bytes of a body: a message, and the signature of a contract wallet that is not deployed yet. */
export const MAX_BODY_BYTES = 16 * 1024

const JSON_TYPE = /^application\/json *(;|$)/i

/** The name of a member or a string value, as JSON writes it; a name has the colon. */
const STRING = /"(?:[^"\\]|\\.)*"\s*(:)?/gs

/**
 * The body of a request as its schema has it: one JSON object of at most `depth` levels, each of whose names is there once. Throws a
 * `AccountRefusal` that repeats nothing of it.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  depth = 1,
): Promise<z.output<Schema>> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw unreadable('must be of the type application/json')
  }
  const value = parseBody(await readText(request), depth)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw unreadable(
    where === '' ? 'does not have the expected fields' : `has an invalid value at ${where}`,
  )
}

async function readText(request: Request): Promise<string> {
  try {
    const bytes = await collect(request.body ?? [], MAX_BODY_BYTES)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(`must be UTF-8 of at most ${MAX_BODY_BYTES} bytes`)
  }
}

/** The object in a JSON text. Depth is measured before it is parsed. `JSON.parse` alone would keep the last of two equal names. */
function parseBody(text: string, depth: number): unknown {
  if (nestingOf(text).deepest > depth) {
    throw unreadable(depth === 1 ? 'must be one flat JSON object' : 'is nested too deep')
  }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw unreadable('must be one JSON object')
  const names = [...text.matchAll(STRING)].filter(([, colon]) => colon !== undefined)
  if (names.length !== countNames(value)) throw unreadable('has a name twice')
  return value
}

/** Names of an object and of those in it, at most as deep as the text was allowed to be. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, part) => sum + countNames(part), own)
}

function unreadable(how: string): AccountRefusal {
  return new AccountRefusal('body', `The body of the request ${how}.`)
}
