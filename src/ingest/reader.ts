import { PlimsollError } from '../domain/errors.ts'
import { MAX_NESTING, parseJson } from '../domain/json.ts'
import { cutNesting, nestingOf } from '../domain/nesting.ts'
import type { Endpoint } from './source.ts'

/** A way to read endpoints: from the network, or from a recording. */
export interface EndpointReader {
  /**
   * Returns the whole body as text. Throws `PlimsollError` when it cannot be read.
   * `accept` throws to reject a body; a reader that can retry does so first.
   */
  read(endpoint: Endpoint, accept?: (text: string) => void): Promise<string>
}

/** Reads each endpoint once: a second read returns the same body, or throws the same error. */
export function readOnce(reader: EndpointReader): EndpointReader {
  const answers = new Map<string, Promise<string>>()
  return {
    read(endpoint, accept) {
      const answer = answers.get(endpoint.url) ?? reader.read(endpoint, accept)
      answers.set(endpoint.url, answer)
      return answer
    },
  }
}

/** Reads a body as JSON. Throws `UPSTREAM_INVALID`, which names what was sent instead, when it is not JSON. */
export async function readJson(reader: EndpointReader, endpoint: Endpoint): Promise<unknown> {
  let accepted: { text: string; value: unknown } | undefined
  const text = await reader.read(endpoint, (body) => {
    accepted = { text: body, value: parseBody(body, endpoint) }
  })
  return accepted?.text === text ? accepted.value : parseBody(text, endpoint)
}

/** The bytes as text without a byte order mark. Throws `UPSTREAM_INVALID` when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, endpoint: Endpoint): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(endpoint, 'bytes that are not UTF-8 text')
  }
}

export function tooLarge(endpoint: Endpoint): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_TOO_LARGE',
    `${endpoint.label} sent more than the limit of ${endpoint.maxBytes} bytes.`,
  )
}

function invalid(endpoint: Endpoint, what: string): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', `${endpoint.label} answered with ${what}.`)
}

/** The system error code, such as ` (ECONNRESET)`, of an error or its causes; empty when there is none. */
export function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^[A-Z][A-Z0-9_]+$/.test(String(cause.code))) return ` (${cause.code})`
  }
  return ''
}

function parseBody(text: string, endpoint: Endpoint): unknown {
  const { deepest, open } = nestingOf(text)
  // One row must not cost the list: no field that is read is nested like that, so it counts as unreadable.
  const value = parseJson(deepest > MAX_NESTING ? cutNesting(text, MAX_NESTING) : text)
  // Not the parser's message: it quotes the body, and a body may repeat the URL with its key.
  if (value === undefined) throw invalid(endpoint, insteadOf(text, open > 0))
  return value
}

function insteadOf(text: string, isCutShort: boolean): string {
  const start = text.trimStart().at(0)
  if (start === undefined) return 'an empty body instead of JSON'
  if (start === '<') return 'a web page instead of JSON'
  if (start !== '{' && start !== '[') return 'text that is not JSON'
  return isCutShort ? 'JSON that breaks off before its end' : 'malformed JSON'
}
