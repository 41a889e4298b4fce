import { DEPRECATIONS, type Deprecation, deprecationHeaders } from '../../contract/deprecations.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, problem, unavailable } from '../../http/api-response.ts'
import { conditional, entityTag, weak } from '../../http/conditional.ts'
import { withDeadline } from '../../http/deadline.ts'
import { describeError } from '../../http/describe-error.ts'
import { withIgnoredParameters } from '../../http/ignored-parameters.ts'
import type { DataSet, InternalFetch } from '../../http/internal-fetch.ts'
import type { StateStore } from '../../state/state-store.ts'
import type { Route, RouteContext } from '../routes/route.ts'
import { collapseSlashes, matchRoute, type RouteMatch } from '../routes/routes.ts'
import { ofOneSnapshot } from './of-snapshot.ts'
import { rateHeaders } from './rate-headers.ts'
import { unauthorized } from './refusals.ts'
import { RequestCounter, STATE_DEADLINE_MS } from './request-counter.ts'
import { ALLOW, EVERYWHERE, preflight } from './response-headers.ts'

export interface GatewayDependencies {
  state: StateStore
  /** Key of every HMAC. */
  secret: string
  version: string
  fetchInternal: InternalFetch
  /** Milliseconds since 1970. */
  now: () => number
  newRequestId: () => string
  log: (entry: LogEntry) => void
  /** What is to go; by default the entries of `deprecations.json`. */
  deprecations?: readonly Deprecation[]
}

/** One line of the log. Contains no address, no key and no query. */
export interface LogEntry {
  level: 'info' | 'error'
  requestId: string
  method: string
  route: string
  status: number
  durationMs: number
  caller: 'anonymous' | string
  set: DataSet
  /** Name and message of what failed; never sent to the client. */
  error?: string
}

/**
 * Answers every request under `/v1`, and hides the internal addresses behind 404. For each request it identifies the caller,
 * counts the request, checks the key, and calls the handler of the route. HEAD is handled like GET; hosts send no body.
 */
export function createGateway(
  dependencies: GatewayDependencies,
): (request: ApiRequest) => Promise<ApiResponse> {
  return (request) => new Visit(request, dependencies).respond()
}

/** The answer of a route; one that reads no query names every parameter as ignored. */
async function answerOf(route: Route, context: RouteContext): Promise<ApiResponse> {
  const response = await route.handle(context)
  if (route.readsQuery || context.search === '') return response
  const names = [...new Set(new URLSearchParams(context.search).keys())].sort()
  return withIgnoredParameters(response, names)
}

/** One request on its way through the gateway. */
class Visit {
  readonly #request: ApiRequest
  readonly #deps: GatewayDependencies
  readonly #requestId: string
  readonly #started: number
  readonly #match: RouteMatch | null
  readonly #counter: RequestCounter
  #error: string | undefined
  /** Why the last internal address that failed did so. */
  #fault: string | undefined

  constructor(request: ApiRequest, deps: GatewayDependencies) {
    this.#request = { ...request, pathname: collapseSlashes(request.pathname) }
    this.#deps = deps
    this.#requestId = deps.newRequestId()
    this.#started = deps.now()
    this.#match = matchRoute(request.pathname)
    const { state, secret } = deps
    const route = this.#match?.route ?? null
    this.#counter = new RequestCounter(request, { state, secret, now: this.#started, route })
  }

  async respond(): Promise<ApiResponse> {
    let response: ApiResponse
    try {
      response = await this.#finish(await this.#admit())
    } catch (error) {
      this.#error = describeError(error)
      const message = `Internal error. Quote the request id ${this.#requestId} when you report it.`
      response = this.#withHeaders(problem('INTERNAL_ERROR', { message }))
    }
    this.#log(response.status)
    return response
  }

  async #admit(): Promise<ApiResponse> {
    const { method, malformed, pathname } = this.#request
    const isPublic = pathname === '/v1' || pathname.startsWith('/v1/')
    if (method === 'OPTIONS' && isPublic && malformed === undefined) {
      await this.#counter.peek()
      return preflight()
    }
    const limited = await this.#counter.count()
    if (limited) return limited
    if (malformed !== undefined) return problem('INVALID_REQUEST', { message: malformed })
    const { caller } = this.#counter
    if (caller?.refused) return unauthorized(caller.refused)
    if (!isPublic) return problem('NOT_FOUND')
    if (method !== 'GET' && method !== 'HEAD') {
      return problem('METHOD_NOT_ALLOWED', { headers: { Allow: ALLOW } })
    }
    if (!this.#match) return problem('NOT_FOUND')
    return this.#refuseKey(this.#match.route) ?? (await this.#handle(this.#match))
  }

  /** The problem when the caller may not use this route; null when it may. */
  #refuseKey({ auth }: Route): ApiResponse | null {
    if (auth === 'optional') return null
    const { caller, isCounted } = this.#counter
    const key = caller?.key
    if (caller && !key) return unauthorized('missing')
    if (!isCounted || !key) return unavailable()
    return auth === 'pro' && key.plan === 'free' ? problem('FORBIDDEN') : null
  }

  async #handle({
    route,
    parameters: [parameter = '', second = ''],
  }: RouteMatch): Promise<ApiResponse> {
    const { search } = this.#request
    const { state, version } = this.#deps
    const { caller, dataSet } = this.#counter
    const context: RouteContext = {
      parameter,
      second,
      search,
      dataSet,
      fetchInternal: this.#fetchInternal,
      version,
      now: this.#started,
      waitedMs: this.#waitedMs,
      callerId: caller?.id ?? '',
      key: caller?.key ?? null,
      readUsage: async (month) =>
        caller?.meter
          ? withDeadline(state.usage(caller.meter.owner, month), STATE_DEADLINE_MS)
          : [],
    }
    if (!route.ofSnapshot) return answerOf(route, context)
    return ofOneSnapshot(context, (pinned) => answerOf(route, pinned))
  }

  /** Counting has a deadline, so a longer time means that the clock was set. */
  get #waitedMs(): number {
    return Math.max(0, Math.min(this.#deps.now() - this.#started, STATE_DEADLINE_MS))
  }

  readonly #fetchInternal: InternalFetch = async (address) => {
    const response = await this.#deps.fetchInternal(address)
    if (response.fault !== undefined) this.#fault = response.fault
    return response
  }

  async #finish(response: ApiResponse): Promise<ApiResponse> {
    const { status, headers, body } = this.#withHeaders(response)
    const fault = status === 503 ? (response.fault ?? this.#fault) : undefined
    this.#error = fault ?? this.#counter.error
    if (status !== 200 || body === null || !this.#match) return { status, headers, body }
    const { cacheControl } = this.#match.route
    headers['Cache-Control'] = cacheControl
    // A response that must not be stored needs no tag.
    if (cacheControl.includes('no-store')) delete headers.ETag
    else headers.ETag = weak(headers.ETag ?? (await entityTag(body)))
    return conditional({ status, headers, body }, this.#request.header('if-none-match'))
  }

  /** Adds the headers that every response carries, and those of what is to go. */
  #withHeaders({ status, headers, body }: ApiResponse): ApiResponse {
    const { deprecations = DEPRECATIONS } = this.#deps
    const path = this.#match?.route.path ?? ''
    return {
      status,
      headers: {
        ...EVERYWHERE,
        ...headers,
        ...deprecationHeaders(deprecations, path, this.#request.search),
        ...rateHeaders(this.#counter.standing),
        'X-Request-Id': this.#requestId,
      },
      body,
    }
  }

  #log(status: number): void {
    const { log, now } = this.#deps
    const { caller, dataSet, error, isErrorLogged } = this.#counter
    const isKnown = isErrorLogged && this.#error === error
    log({
      level: (this.#error !== undefined || status >= 500) && !isKnown ? 'error' : 'info',
      requestId: this.#requestId,
      method: this.#request.method.slice(0, 10),
      route: this.#match?.route.path ?? 'none',
      status,
      durationMs: now() - this.#started,
      caller: caller?.key?.id ?? 'anonymous',
      set: dataSet,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    })
  }
}
