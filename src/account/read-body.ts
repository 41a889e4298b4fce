import type * as z from 'zod'
import { parseJson } from '../domain/json.ts'
import { nestingOf } from '../domain/nesting.ts'
import { collect } from '../wallet/nodes/read-body.ts'
import { Refusal } from './refusal.ts'

/** Bytes of a body: a message, and the signature of a contract wallet that is not deployed yet. */
export const MAX_BODY_BYTES = 16 * 1024

const JSON_TYPE = /^application\/json *(;|$)/i

/** The name of a member or a string value, as JSON writes it; a name has the colon. */
const STRING = /"(?:[^"\\]|\\.)*"\s*(:)?/gs

/**
 * The body of a request as its schema has it: one flat JSON object, each of whose names is there once. Throws a `Refusal` that
 * repeats nothing of it.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw unreadable('must be of the type application/json')
  }
  const value = parseFlat(await readText(request))
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
function parseFlat(text: string): unknown {
  if (nestingOf(text).deepest > 1) throw unreadable('must be one flat JSON object')
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw unreadable('must be one JSON object')
  const names = [...text.matchAll(STRING)].filter(([, colon]) => colon !== undefined)
  if (names.length !== Object.keys(value).length) throw unreadable('has a name twice')
  return value
}

function unreadable(how: string): Refusal {
  return new Refusal('body', `The body of the request ${how}.`)
}
