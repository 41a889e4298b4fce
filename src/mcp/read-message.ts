import { parseJson } from '../domain/json.ts'
import { nestingOf } from '../domain/nesting.ts'

/** Largest body of a request, in bytes. A call of a tool is below 2 KB. */
export const MAX_BODY_BYTES = 65_536

/** A message is three objects deep, and arguments are two more. */
const MAX_NESTING = 20

/** Methods that open a stream: there is nothing to subscribe to, and a stream would hold a connection. */
const STREAMS = ['subscriptions/listen', 'resources/subscribe']

/** Why a body is not answered, as a code of JSON-RPC 2.0 and a status of HTTP. */
export interface MessageFault {
  status: 400 | 413
  code: -32700 | -32600 | -32601 | -32602
  message: string
  id: string | number | null
}

/** One message of JSON-RPC, as far as it is read before the SDK reads it. */
export interface Message {
  body: object
  method: string
  /** Name of the tool of a `tools/call`; null for anything else, and for a name that is no text. */
  tool: string | null
}

/** Reads one message. Size and depth are checked before it is parsed. */
export function readMessage(bytes: Uint8Array): Message | MessageFault {
  if (bytes.length > MAX_BODY_BYTES) return unread('too-long')
  const text = new TextDecoder().decode(bytes)
  if (nestingOf(text).deepest > MAX_NESTING) {
    return fault(-32600, `The message is nested deeper than ${MAX_NESTING}.`)
  }
  const body = parseJson(text)
  if (body === undefined) return fault(-32700, 'The body is not JSON.')
  if (Array.isArray(body)) return fault(-32600, 'Send one message a request, not a batch.')
  if (typeof body !== 'object' || body === null) {
    return fault(-32600, 'The body is not a message of JSON-RPC.')
  }
  const { method, params, id } = Object(body)
  const name = typeof method === 'string' ? method : ''
  const isId = typeof id === 'string' || typeof id === 'number'
  const answered = { id: isId ? id : null }
  if (STREAMS.includes(name)) {
    return { ...fault(-32601, 'This server sends no streams.'), ...answered }
  }
  const { name: tool } = Object(params)
  const isTool = name === 'tools/call' && typeof tool === 'string'
  // The SDK looks a tool up in an object that has these too.
  if (isTool && tool in Object.prototype) {
    return { ...fault(-32602, `Tool ${tool} not found`), ...answered }
  }
  return { body, method: name, tool: isTool ? tool : null }
}

/** A body that the host did not read. */
export function unread(reason: 'too-long' | 'not-sent'): MessageFault {
  return reason === 'not-sent'
    ? fault(-32600, 'The body was not sent in time.')
    : { ...fault(-32600, `The body is longer than ${MAX_BODY_BYTES} bytes.`), status: 413 }
}

function fault(code: MessageFault['code'], message: string): MessageFault {
  return { status: 400, code, message, id: null }
}
