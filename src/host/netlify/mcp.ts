import { PlimsollError } from '../../domain/errors.ts'
import { type ApiResponse, unavailable } from '../../http/api-response.ts'
import { createMcpEndpoint, type McpCaller, type McpEndpoint } from '../../mcp/endpoint.ts'
import { MAX_BODY_BYTES, type MessageFault, unread } from '../../mcp/read-message.ts'
import { type FunctionContext, notSetUp, readAccountSettings } from './account-settings.ts'
import { ASKED_FOR, askedFor } from './asked-for.ts'
import { faultLine } from './bundled-documents.ts'

const RETRY_AFTER_SECONDS = 300
const UNCONFIGURED = 'The service is not configured yet. Its log says what is missing.'

/** After a gateway that did not answer. */
const ASK_AGAIN_SECONDS = 30

/** Time for one request to the gateway, in milliseconds: as long as a wallet scan may take, and the way there. */
const ASK_MS = 12_000

export interface McpHostOptions {
  env: Readonly<Record<string, string | undefined>>
  version: string
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/**
 * The endpoint for agents as a function. It has no data and no counters of its own: it asks `/v1` of the same deploy, with the caller's key
 * and signed address, so that the gateway counts and answers as if the caller had asked. With invalid settings every request gets 503.
 */
export function createMcpHost(
  options: McpHostOptions,
): (request: Request, context: FunctionContext) => Promise<Response> {
  let settings: Settings | null | undefined
  return async (request, context) => {
    if (settings === undefined) settings = readSettings(options, context)
    if (settings === null) return notSetUp(UNCONFIGURED, RETRY_AFTER_SECONDS)
    const { addressHeader } = settings
    const ip = (addressHeader && request.headers.get(addressHeader)) || context.ip
    const { method, headers } = request
    const endpoint = endpointOf(options, settings, new URL(request.url).origin)
    return endpoint({ method, headers, ip, readBody: () => readBody(request) })
  }
}

type Settings = Pick<
  ReturnType<typeof readAccountSettings>,
  'secret' | 'publicUrl' | 'addressHeader'
>

/** Null when a setting is missing or invalid; the reason was logged. */
function readSettings({ env, log }: McpHostOptions, context: FunctionContext): Settings | null {
  try {
    return readAccountSettings(env, context)
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    log(faultLine(error))
    return null
  }
}

/** `origin`: that of the request, which the platform has found the deploy by, so that a preview asks itself. */
function endpointOf(
  { version, fetch, now, log, env }: McpHostOptions,
  { secret, publicUrl }: Settings,
  origin: string,
): McpEndpoint {
  const ask = async ({ ip, apiKey }: McpCaller, address: string): Promise<ApiResponse> => {
    const headers = { [ASKED_FOR]: await askedFor(secret, ip, now()) }
    try {
      const response = await fetch(new URL(address, origin), {
        headers: apiKey === null ? headers : { ...headers, 'X-API-Key': apiKey },
        redirect: 'error',
        signal: AbortSignal.timeout(ASK_MS),
      })
      const { status } = response
      return { status, headers: namedHeaders(response.headers), body: await response.text() }
    } catch (error) {
      log(faultLine(error))
      return unavailable(ASK_AGAIN_SECONDS)
    }
  }
  return createMcpEndpoint({
    askAs: (caller) => (address) => ask(caller, address),
    ...{ version, publicUrl, now },
    log: (entry) => {
      if (entry.level === 'error' || env.LOG === 'json') log(JSON.stringify(entry))
    },
  })
}

const NAMES = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
]

/** The headers of a response of the gateway, by the names that it gives them. */
function namedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** The platform has read at most 6 MB. */
async function readBody(request: Request): Promise<Uint8Array | MessageFault> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return unread('too-long')
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.length > MAX_BODY_BYTES ? unread('too-long') : bytes
}
