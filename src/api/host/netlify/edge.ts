import { ANONYMOUS } from '../../../contract/plans.ts'
import { createGateway, type GatewayDependencies } from '../../gateway/gateway.ts'
import { rateHeaders } from '../../gateway/rate-headers.ts'
import { EVERYWHERE } from '../../gateway/response-headers.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, problem } from '../../http/api-response.ts'
import type { InternalFetch } from '../../http/internal-fetch.ts'
import { openEdgeState } from '../../state/open-edge-state.ts'
import { rememberRefusals } from './dev-retries.ts'
import { gzipResponse } from './gzip.ts'
import { PREVIEW_STATE, PRODUCTION_STATE } from './state.ts'

/** What is used of the platform's context (docs.netlify.com, "Edge Functions API", read 2026-11-21). */
export interface EdgeContext {
  ip: string
  deploy?: { context?: string | undefined } | undefined
  /** Continues behind the gateway, also at another address of the site. Edge functions do not run again. */
  next(request: Request): Promise<Response>
  waitUntil(work: Promise<unknown>): void
}

export interface EdgeHostOptions {
  /** A variable of the environment; undefined when it is not set. */
  env: (name: string) => string | undefined
  version: string
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  /** Takes one line of JSON. */
  log: (line: string) => void
  openState?: typeof openEdgeState
}

/** Keys hashed with this are worth nothing anywhere else. */
const DEVELOPMENT_SECRET = 'the secret of netlify dev, known to all'

const SECRET_LETTERS = 32

const RETRY_AFTER_SECONDS = 300

/** Paths that come here only for what `netlify dev` makes of others (netlify.toml says of which). The site answers for them. */
const NOT_OURS =
  /^\/(live|sandbox|manifest\.json|health|stats|protocols|screener|wallet|usage)(\/|$)/

/**
 * The gateway as an edge function. Settings are read with the first request; when they cannot be used, that is logged
 * once and every request is answered with 503, until they are mended and the site is deployed again.
 */
export function createEdgeHost(
  options: EdgeHostOptions,
): (request: Request, context: EdgeContext) => Promise<Response> {
  const open = new Set<EdgeContext>()
  const onceEach = rememberRefusals()
  let settings: Settings | null = null
  return async (request, context) => {
    if (NOT_OURS.test(new URL(request.url).pathname)) return context.next(request)
    settings ??= readSettings(options, context, (work) => {
      // Any request under way keeps the instance alive until the counts are written.
      const [underWay] = open
      underWay?.waitUntil(work)
    })
    const { isDevelopment, addressHeader, usable } = settings
    const wanted = gatewayRequest(request, context, addressHeader)
    const ask = async () =>
      usable === null
        ? notSetUp(options.now(), options.newId())
        : createGateway({ ...usable, fetchInternal: internalFetch(request, context) })(wanted)
    open.add(context)
    try {
      const answer = await (isDevelopment ? onceEach(wanted, ask) : ask())
      return await toResponse(answer, wanted)
    } finally {
      open.delete(context)
    }
  }
}

interface Settings {
  isDevelopment: boolean
  /** Lower-case name of the header that stands for the client's address; only in development, where all share one. */
  addressHeader: string | null
  /** Null when something is missing; what it is was logged. */
  usable: Omit<GatewayDependencies, 'fetchInternal'> | null
}

/** Reads the settings of an edge function; what is missing is logged once. */
export function readSettings(
  { env, version, now, newId, log, openState = openEdgeState }: EdgeHostOptions,
  { deploy }: EdgeContext,
  background: (work: Promise<void>) => void,
): Settings {
  const isDevelopment = env('NETLIFY_DEV') === 'true' && deploy?.context === 'dev'
  const addressHeader = (isDevelopment && env('TRUST_PROXY')?.toLowerCase()) || null
  const write = (entry: object) => log(JSON.stringify(entry))
  const refuse = (error: string): Settings => {
    write({ level: 'error', error })
    return { isDevelopment, addressHeader, usable: null }
  }
  const secret = env('PLIMSOLL_SECRET') || (isDevelopment ? DEVELOPMENT_SECRET : '')
  if (secret.length < SECRET_LETTERS) {
    return refuse(
      `PLIMSOLL_SECRET is missing or shorter than ${SECRET_LETTERS} letters, so nothing is answered. Set it among the site's environment variables and deploy again.`,
    )
  }
  try {
    const token = env('STATE_TOKEN') || null
    const isPreview = !isDevelopment && deploy?.context !== 'production'
    const state = openState(env('STATE_URL') || (isPreview ? PREVIEW_STATE : PRODUCTION_STATE), {
      token,
      instance: newId(),
      clock: now,
      background,
    })
    const usable = {
      state,
      secret,
      version,
      now,
      newRequestId: () => requestIdOf(newId()),
      log: write,
    }
    return { isDevelopment, addressHeader, usable }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'STATE_URL cannot be used.')
  }
}

function notSetUp(now: number, requestId: string): ApiResponse {
  const used = { admitted: true, burstUsed: 0, dailyUsed: 0 }
  return problem('DATA_UNAVAILABLE', {
    message: 'The service is not set up yet; its log says what is missing.',
    headers: {
      ...EVERYWHERE,
      'Retry-After': String(RETRY_AFTER_SECONDS),
      // Nothing is counted without a store; whoever asks stands at the beginning.
      ...rateHeaders({ limits: ANONYMOUS, used, now }),
      'X-Request-Id': requestIdOf(requestId),
    },
  })
}

function requestIdOf(id: string): string {
  return `req_${id.replaceAll('-', '')}`
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

/** Only these are for the gateway; tags and cache rules of a file or function are the platform's own. */
const INTERNAL_HEADERS = ['Content-Type', 'Retry-After']

function internalFetch({ url }: Request, context: EdgeContext): InternalFetch {
  return async (address) => {
    const response = await context.next(new Request(new URL(address, url)))
    const { status } = response
    if (!response.headers.get('content-type')?.includes('json')) {
      // A page in place of a document: the platform says in its own way that there is none, or that a function failed.
      await response.body?.cancel()
      if (status === 404) return { status: 404, headers: {}, body: null }
      const fault = `The site answered ${status} where a document or function should be.`
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

/** After HEAD the platform sends no body, and says how long this one is. */
async function toResponse(answer: ApiResponse, { header }: ApiRequest): Promise<Response> {
  const { status, headers, body } = await gzipResponse(answer, header('accept-encoding'))
  const bytes = typeof body === 'string' || body === null ? body : new Uint8Array(body)
  return new Response(bytes, { status, headers })
}
