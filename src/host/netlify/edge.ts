import { createGateway } from '../../api/gateway/gateway.ts'
import { rateHeaders } from '../../api/gateway/rate-headers.ts'
import { EVERYWHERE } from '../../api/gateway/response-headers.ts'
import { ANONYMOUS } from '../../contract/plans.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, problem } from '../../http/api-response.ts'
import type { InternalFetch } from '../../http/internal-fetch.ts'
import { secretChanged } from '../../state/secret-mark.ts'
import { ASKED_FOR, readAskedFor } from './asked-for.ts'
import { rememberRefusals } from './dev-retries.ts'
import {
  type EdgeContext,
  type EdgeHostOptions,
  type EdgeSettings,
  readEdgeSettings,
  requestIdOf,
} from './edge-settings.ts'
import { gzipResponse } from './gzip.ts'

const RETRY_AFTER_SECONDS = 300

/** Paths that reach the gateway only because of how `netlify dev` rewrites others (see netlify.toml). The site serves them. */
const NOT_OURS =
  /^\/(live|sandbox|manifest\.json|health|stats|search|protocols|contracts|dependencies|stress|screener|chains|categories|wallet|usage)(\/|$)/

/**
 * The gateway as an edge function. Reads its settings with the first request. When they are invalid, logs that once and
 * answers every request with 503, until they are corrected and the site is deployed again.
 */
export function createEdgeHost(
  options: EdgeHostOptions,
): (request: Request, context: EdgeContext) => Promise<Response> {
  const open = new Set<EdgeContext>()
  const onceEach = rememberRefusals()
  const notes = new Map<string, ApiResponse>()
  let settings: EdgeSettings | null = null
  return async (request, context) => {
    if (NOT_OURS.test(new URL(request.url).pathname)) return context.next(request)
    if (settings === null) {
      settings = readEdgeSettings(options, context, (work) => {
        // Any open request keeps the instance running until the counts are written.
        const [underWay] = open
        underWay?.waitUntil(work)
      })
      context.waitUntil(logWrongSecret(settings, options.log))
    }
    const { isDevelopment, addressHeader, usable } = settings
    const wanted = gatewayRequest(request, context, addressHeader)
    const mark = wanted.header(ASKED_FOR)
    if (mark && usable) {
      wanted.ip = (await readAskedFor(usable.secret, mark, options.now())) ?? wanted.ip
    }
    const read = internalFetch(request, context)
    const fetchInternal = isDevelopment ? read : withNotes(notes, read)
    const ask = async () =>
      usable === null
        ? notSetUp(options.now(), options.newId())
        : createGateway({ ...usable, fetchInternal })(wanted)
    open.add(context)
    try {
      const answer = await (isDevelopment ? onceEach(wanted, ask) : ask())
      return await toResponse(answer, wanted)
    } finally {
      open.delete(context)
    }
  }
}

/** Once for an instance, and without delaying a request. A store that is down is logged by the requests. */
async function logWrongSecret(
  { isSecretRight }: EdgeSettings,
  log: EdgeHostOptions['log'],
): Promise<void> {
  const isRight = await isSecretRight().catch(() => true)
  if (!isRight) log(JSON.stringify({ level: 'error', error: secretChanged().message }))
}

function notSetUp(now: number, requestId: string): ApiResponse {
  const used = { admitted: true, burstUsed: 0, dailyUsed: 0 }
  return problem('DATA_UNAVAILABLE', {
    message: 'The service is not configured yet. Its log says what is missing.',
    headers: {
      ...EVERYWHERE,
      'Retry-After': String(RETRY_AFTER_SECONDS),
      // Without a state store nothing is counted.
      ...rateHeaders({ limits: ANONYMOUS, used, now }),
      'X-Request-Id': requestIdOf(requestId),
    },
  })
}

function gatewayRequest(
  { method, url, headers }: Request,
  { ip }: EdgeContext,
  addressHeader: string | null,
): ApiRequest {
  const { pathname, search } = new URL(url)
  const header = (name: string) => headers.get(name)
  return { method, pathname, search, ip: (addressHeader && header(addressHeader)) || ip, header }
}

/** Headers that the gateway needs. Tags and cache rules of a file or function belong to the platform. */
const INTERNAL_HEADERS = ['Content-Type', 'Retry-After']

function internalFetch({ url }: Request, context: EdgeContext): InternalFetch {
  return async (address) => {
    const response = await context.next(new Request(new URL(address, url)))
    const { status } = response
    if (!response.headers.get('content-type')?.includes('json')) {
      // An HTML page: the platform's own error, for a missing file or a failed function.
      await response.body?.cancel()
      if (status === 404) return { status: 404, headers: {}, body: null }
      const fault = `The site answered ${status} without JSON, instead of a document or function.`
      return { status: 502, headers: {}, body: null, fault }
    }
    const headers: Record<string, string> = {}
    for (const name of INTERNAL_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) headers[name] = value
    }
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) }
  }
}

/** Reads the note on a snapshot once for each data set: every read needs it, and an instance is of one deploy. */
function withNotes(notes: Map<string, ApiResponse>, read: InternalFetch): InternalFetch {
  return async (address) => {
    if (!address.endsWith('/snapshot.json')) return read(address)
    const note = notes.get(address) ?? (await read(address))
    if (note.status === 200) notes.set(address, note)
    return note
  }
}

/** For HEAD the platform sends the length of the body without the body. */
async function toResponse(answer: ApiResponse, { header }: ApiRequest): Promise<Response> {
  const { status, headers, body } = await gzipResponse(answer, header('accept-encoding'))
  const bytes = typeof body === 'string' || body === null ? body : new Uint8Array(body)
  return new Response(bytes, { status, headers })
}
