import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiRequest } from '../../http/api-request.ts'
import type { ApiResponse } from '../../http/api-response.ts'
import { createMcpEndpoint, type McpEndpoint, type McpLogEntry } from '../../mcp/endpoint.ts'
import { MAX_BODY_BYTES, type MessageFault, unread } from '../../mcp/read-message.ts'
import { headersOf, readBody, TOO_SLOW } from './request-body.ts'
import { sendResponse } from './send-response.ts'

/** Time for the body of a message, in milliseconds. */
const BODY_MS = 10_000

interface NodeMcpOptions {
  gateway: (request: ApiRequest) => Promise<ApiResponse>
  version: string
  publicUrl: string | null
  log: (entry: McpLogEntry) => void
  now: () => number
}

/** The endpoint for agents, whose tools ask the gateway of this process with the address and key of their caller. */
export function createNodeMcp({ gateway, ...options }: NodeMcpOptions): McpEndpoint {
  return createMcpEndpoint({
    ...options,
    askAs:
      ({ ip, apiKey }) =>
      (address) => {
        const { pathname, search } = new URL(address, 'http://localhost')
        const header = (name: string) => (name === 'x-api-key' ? apiKey : null)
        return gateway({ method: 'GET', pathname, search, ip, header })
      },
  })
}

/** Passes a request on to the endpoint and sends its response. */
export async function serveMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { endpoint, ip }: { endpoint: McpEndpoint; ip: string },
): Promise<void> {
  const answer = await endpoint({
    method: request.method ?? 'GET',
    headers: headersOf(request),
    ip,
    readBody: () => readMessageBody(request),
  })
  // A body that was not wanted is read and discarded, so that the connection stays usable.
  request.resume()
  await sendResponse(request, response, answer)
}

async function readMessageBody(request: IncomingMessage): Promise<Uint8Array | MessageFault> {
  const body = await readBody(request, BODY_MS, MAX_BODY_BYTES)
  if (typeof body !== 'string') return body
  return unread(body === TOO_SLOW ? 'not-sent' : 'too-long')
}
