import { createMcpHandler } from '@modelcontextprotocol/server'
import { HEALTH_A_MINUTE } from '../contract/plans.ts'
import { problemResponse } from '../contract/problems.ts'
import { parseJson } from '../domain/json.ts'
import { type ApiResponse, JSON_TYPE, textOf, toResponse } from '../http/api-response.ts'
import { withDeadline } from '../http/deadline.ts'
import { describeError } from '../http/describe-error.ts'
import type { AskApi } from './ask-api.ts'
import { isAllowedOrigin } from './is-allowed-origin.ts'
import { type MessageFault, readMessage } from './read-message.ts'
import { createMcpServer, TOOL_NAMES } from './server.ts'

/** Path of the endpoint, on both hosts. */
export const MCP_PATH = '/mcp'

/** Time for all API requests of a tool, in milliseconds: three wallet scans. */
export const TOOL_MS = 24_000

/** Time for the response of the SDK, which a tool's own limit comes before. */
const ANSWER_MS = TOOL_MS + 1_000

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Methods of the protocol that the log names. */
const METHODS =
  /^(initialize|ping|server\/discover|tools\/(list|call)|notifications\/[a-z/]{1,40})$/

/** Headers of the gateway that say what the caller has left. */
const RATE_HEADERS =
  /^(x-ratelimit-(limit|remaining|reset|burst-limit|burst-remaining)|ratelimit(-policy)?|retry-after|x-request-id)$/i

/** Who sent a message: its address and its key, which the API checks. */
export interface McpCaller {
  ip: string
  apiKey: string | null
}

/** One line of the log. Contains no address, no key and no argument. */
export interface McpLogEntry {
  level: 'info' | 'error'
  route: typeof MCP_PATH
  /** Method of the protocol, or `other`. */
  call: string
  tool?: string
  status: number
  durationMs: number
  error?: string
}

export interface McpRequest {
  method: string
  headers: Headers
  ip: string
  /** The body of at most `MAX_BODY_BYTES`, or why there is none. Read only when the caller is admitted. */
  readBody: () => Promise<Uint8Array | MessageFault>
}

export interface McpDependencies {
  version: string
  /** The API in the name of a caller. */
  askAs: (caller: McpCaller) => AskApi
  /** Address of the site, whose pages may ask; null: pages of this machine may. */
  publicUrl: string | null
  log: (entry: McpLogEntry) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Overrides `TOOL_MS`. */
  toolMs?: number
}

export type McpEndpoint = (request: McpRequest) => Promise<Response>

/** What a request did, as the log says it. */
interface Trace {
  call: string
  tool?: string
  error?: string
}

/**
 * Answers `POST /mcp` (Model Context Protocol, revision 2026-07-28 and those of 2025), one message a request and without sessions. A message
 * is admitted like a health check: it spends nothing, has the same limit a minute, and a wrong key is 401. Tools then ask the API in the
 * caller's name.
 */
export function createMcpEndpoint(dependencies: McpDependencies): McpEndpoint {
  const { log, now } = dependencies
  return async (request) => {
    const started = now()
    const trace: Trace = { call: 'other' }
    let response: Response
    try {
      response = await answer(request, dependencies, trace)
    } catch (error) {
      trace.error = describeError(error)
      response = problemResponse('INTERNAL_ERROR')
    }
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value)
    const { status } = response
    const level = trace.error !== undefined || status >= 500 ? 'error' : 'info'
    log({ level, route: MCP_PATH, status, durationMs: now() - started, ...trace })
    return response
  }
}

async function answer(
  request: McpRequest,
  { version, askAs, publicUrl, toolMs = TOOL_MS }: McpDependencies,
  trace: Trace,
): Promise<Response> {
  const { method, headers, ip } = request
  if (method !== 'POST') {
    const message = 'Only POST is allowed: this server has no sessions and no streams.'
    return problemResponse('METHOD_NOT_ALLOWED', { message, headers: { Allow: 'POST' } })
  }
  if (!isAllowedOrigin(headers.get('origin'), publicUrl)) {
    const message = 'A page of another site may not ask this server. Ask the API under /v1 instead.'
    return problemResponse('FORBIDDEN', { message })
  }
  const ask = askAs({ ip, apiKey: apiKeyOf(headers) })
  const rates = new Headers()
  const asked: AskApi = async (address) => {
    const response = await ask(address)
    for (const [name, value] of Object.entries(response.headers)) {
      if (RATE_HEADERS.test(name)) rates.set(name, value)
    }
    return response
  }
  const health = await asked('/v1/health')
  const refused = refusalOf(health)
  if (refused) return withHeaders(refused, rates)
  rates.delete('retry-after')
  const bytes = await request.readBody()
  const message = bytes instanceof Uint8Array ? readMessage(bytes) : bytes
  if ('code' in message) return faultResponse(message)
  if (METHODS.test(message.method)) trace.call = message.method
  if (message.tool !== null && TOOL_NAMES.includes(message.tool)) trace.tool = message.tool
  const fault = (error: unknown) => {
    trace.error = describeError(error)
  }
  const context = { ask: asked, stale: staleOf(health), timeoutMs: toolMs, fault }
  // No tool sends anything before its result, so every response is one JSON body or one event.
  const handler = createMcpHandler(() => createMcpServer(version, context))
  try {
    const inner = new Request(`http://localhost${MCP_PATH}`, {
      method,
      headers: protocolHeaders(headers),
      body: JSON.stringify(message.body),
    })
    const response = await withDeadline(
      handler.fetch(inner, { parsedBody: message.body }),
      Math.max(ANSWER_MS, toolMs),
    )
    const text = await withDeadline(response.text(), ANSWER_MS)
    const { status } = response
    const type = response.headers.get('content-type')
    const sent = new Response(text === '' ? null : text, {
      status,
      headers: type === null ? {} : { 'Content-Type': type },
    })
    rates.delete('retry-after')
    return withHeaders(sent, rates)
  } finally {
    await handler.close()
  }
}

/** The key in `X-API-Key`, or as a bearer token, which is where most agents put one. */
function apiKeyOf(headers: Headers): string | null {
  const key = headers.get('x-api-key')
  if (key !== null) return key
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return token ?? null
}

/** 401 and 429 of a caller that is not admitted; null for any other response, such as 503 while there is no data. */
function refusalOf(response: ApiResponse): Response | null {
  const { status, headers } = response
  if (status === 401) {
    const { body } = response
    return toResponse({ status, headers: { 'Content-Type': JSON_TYPE }, body })
  }
  if (status !== 429) return null
  const seconds = headers['Retry-After'] ?? '60'
  const message = `You have reached a limit: ${HEALTH_A_MINUTE} messages and health checks a minute, or that of wrong keys. Try again in ${seconds} seconds.`
  return problemResponse('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': seconds } })
}

/** The snapshot of a health check that is stale; null for one that is not, and while there is no data. */
function staleOf(health: ApiResponse): string | null {
  const { status, snapshot } = Object(Object(parseJson(textOf(health))).data)
  return status === 'stale' ? `snapshot of ${snapshot.asOf}` : null
}

function faultResponse({ status, code, message, id }: MessageFault): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status })
}

/** What the SDK reads of a request: the types of the message, and headers that the protocol defines. */
function protocolHeaders(headers: Headers): Headers {
  const kept = new Headers()
  for (const [name, value] of headers) {
    if (/^(accept|content-type|mcp-.*)$/.test(name)) kept.set(name, value)
  }
  return kept
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}
