import { ANONYMOUS, PLANS } from '../../contract/plans.ts'
import { matchRoute, type Route, type RouteMatch, tidyPath } from '../../contract/routes.ts'
import { fileNameOf } from '../../export/file-name.ts'
import { MINUTE_MS, monthOf, type SecondCount, type StateStore } from '../state/state-store.ts'
import {
  type Answer,
  type GatewayRequest,
  jsonAnswer,
  passOn,
  problem,
  unavailable,
} from './answer.ts'
import { type Caller, identify, lastLimits } from './caller.ts'
import { conditional, entityTag, weak } from './conditional.ts'
import { withDeadline } from './deadline.ts'
import { createHealth } from './health.ts'
import { type DataSet, listProtocols, type Origin, screenProtocols, withIgnored } from './lists.ts'
import { admitProbe } from './probes.ts'
import { rateHeaders, type Standing, secondsLeft } from './rate-headers.ts'
import { noSuchProtocol, probesLimited, rateLimited, unauthorized } from './refusals.ts'
import { ALLOW, CACHE_CONTROL, EVERYWHERE, isPrivate, preflight } from './response-headers.ts'
import { createUsageReport } from './usage.ts'
import { scanWallet } from './wallet.ts'

/** A store that takes longer counts as down. */
const STATE_DEADLINE_MS = 1_000

const RETRY_AFTER_SECONDS = 30

/** Where a caller stands before it is counted. */
const UNUSED = { admitted: true, burstUsed: 0, dailyUsed: 0 }

/** Limits that admit nothing: a store refuses, spends nothing, and tells what is used. */
const JUST_LOOKING = { burst: 0, daily: 0 }

export interface GatewayDependencies {
  state: StateStore
  /** Key of every HMAC. */
  secret: string
  version: string
  origin: Origin
  /** Milliseconds since 1970. */
  now: () => number
  newRequestId: () => string
  log: (entry: LogEntry) => void
}

/** One line of the log. Holds no address, no key and no query. */
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
 * Answers everything under `/v1`, and closes the back door to the documents. HEAD is answered as GET; hosts send no body.
 * Who is asking, within which limits, which data set; then a prerendered file or a function.
 */
export function createGateway(
  dependencies: GatewayDependencies,
): (request: GatewayRequest) => Promise<Answer> {
  return (request) => new Visit(request, dependencies).answer()
}

/** One request on its way through the gateway. */
class Visit {
  readonly #request: GatewayRequest
  readonly #deps: GatewayDependencies
  readonly #requestId: string
  readonly #started: number
  readonly #match: RouteMatch | null
  readonly #apiKey: string | null
  #standing: Standing
  #caller: Caller | null = null
  #error: string | undefined
  /** Why the last document that could not be had was not there. */
  #lost: string | undefined

  constructor(request: GatewayRequest, deps: GatewayDependencies) {
    this.#request = { ...request, pathname: tidyPath(request.pathname) }
    this.#deps = deps
    this.#requestId = deps.newRequestId()
    this.#started = deps.now()
    this.#match = matchRoute(request.pathname)
    this.#apiKey = request.header('x-api-key')
    this.#standing = { limits: ANONYMOUS, used: UNUSED, now: this.#started }
  }

  async answer(): Promise<Answer> {
    let answer: Answer
    try {
      answer = await this.#finish(await this.#admit())
    } catch (error) {
      this.#error = describe(error)
      answer = this.#headed(
        problem('INTERNAL_ERROR', {
          message: `Something failed that should not have. Quote ${this.#requestId} when you report it.`,
        }),
      )
    }
    this.#log(answer.status)
    return answer
  }

  async #admit(): Promise<Answer> {
    const { method, malformed, pathname } = this.#request
    const isPublic = pathname === '/v1' || pathname.startsWith('/v1/')
    if (method === 'OPTIONS' && isPublic && malformed === undefined) {
      await this.#count(JUST_LOOKING)
      return preflight()
    }
    const isCounted = this.#isProbe ? await this.#countProbe() : await this.#count(null)
    const limited = this.#limited()
    if (limited) return limited
    if (malformed !== undefined) return problem('INVALID_REQUEST', { message: malformed })
    if (this.#caller?.refused) return unauthorized(this.#caller.refused)
    if (!isPublic) return problem('NOT_FOUND')
    if (method !== 'GET' && method !== 'HEAD') {
      return problem('METHOD_NOT_ALLOWED', { headers: { Allow: ALLOW } })
    }
    if (!this.#match) return problem('NOT_FOUND')
    return this.#authorised(this.#match.route, isCounted) ?? (await this.#route(this.#match))
  }

  /** A health check, which a balancer sends as often as it likes. */
  get #isProbe(): boolean {
    const { method, malformed } = this.#request
    const isRead = method === 'GET' || method === 'HEAD'
    return isRead && malformed === undefined && this.#match?.route.id === 'health'
  }

  /** A health check spends nothing, unless it comes with a wrong key, which may be a guess. */
  async #countProbe(): Promise<boolean> {
    const isCounted = await this.#count(JUST_LOOKING)
    return this.#caller?.refused ? this.#count(null) : isCounted
  }

  /** Why the caller has to wait; null when it has not. */
  #limited(): Answer | null {
    const { used } = this.#standing
    if (!this.#isProbe || this.#caller?.refused) {
      if (used.admitted) return null
      const scans = this.#caller && scansOf(this.#caller, this.#match?.route.id)
      return rateLimited(this.#standing, scans?.limits)
    }
    const caller = this.#caller?.id ?? this.#request.ip
    const isAdmitted = admitProbe(this.#deps.state, caller, this.#started)
    return isAdmitted ? null : probesLimited(secondsLeft(this.#started, MINUTE_MS))
  }

  /**
   * Says who is asking and counts the request; false when the store does not answer.
   * A dead store fails open for public reads and closed for what needs a key.
   */
  async #count(limits: Standing['limits'] | null): Promise<boolean> {
    try {
      await withDeadline(this.#identifyAndHit(limits), STATE_DEADLINE_MS)
      return true
    } catch (error) {
      this.#error = describe(error)
      if (!this.#caller) {
        const limits = lastLimits(this.#apiKey, this.#deps.secret)
        this.#standing = { ...this.#standing, limits }
      }
      return false
    }
  }

  async #identifyAndHit(limits: Standing['limits'] | null): Promise<void> {
    const { state, secret } = this.#deps
    const now = this.#started
    const caller = await identify(this.#apiKey, this.#request.ip, secret, state)
    this.#caller = caller
    this.#standing = { limits: caller.limits, used: UNUSED, now }
    const used = await state.hit({
      caller: caller.id,
      limits: limits ?? caller.limits,
      group: this.#match?.route.group ?? 'other',
      keyId: caller.key?.id ?? null,
      second: limits ? null : (caller.network ?? scansOf(caller, this.#match?.route.id)),
      now,
    })
    this.#standing = { limits: caller.limits, used, now }
  }

  /** Why the caller may not have this route; null when it may. */
  #authorised(route: Route, isCounted: boolean): Answer | null {
    if (route.auth === 'optional') return null
    const key = this.#caller?.key
    if (this.#caller && !key) return unauthorized('missing')
    if (!isCounted || !key) return unavailable(RETRY_AFTER_SECONDS)
    return route.auth === 'pro' && key.plan === 'free' ? problem('FORBIDDEN') : null
  }

  /** Milliseconds since the request came. Counting it has a deadline, so a longer time is a clock that was set. */
  get #waited(): number {
    return Math.max(0, Math.min(this.#deps.now() - this.#started, STATE_DEADLINE_MS))
  }

  /** A key says itself which data set it is for, so that a test key never sees live data when the store is down. */
  get #set(): DataSet {
    const environment = this.#caller
      ? this.#caller.key?.environment
      : this.#apiKey?.startsWith('dpk_test_') && 'test'
    return environment === 'test' ? 'sandbox' : 'live'
  }

  /** The origin, which leaves a note of why it could not answer. */
  readonly #origin: Origin = async (address) => {
    const answer = await this.#deps.origin(address)
    if (answer.fault !== undefined) this.#lost = answer.fault
    return answer
  }

  async #route({ route, parameter }: RouteMatch): Promise<Answer> {
    const origin = this.#origin
    const { search } = this.#request
    if (route.id === 'protocols') return listProtocols(search, this.#set, origin)
    if (route.id === 'screener') return screenProtocols(search, this.#set, origin)
    const answer = await this.#routeWithoutQuery(route.id, parameter ?? '')
    return answer.status === 200 && search !== ''
      ? withIgnored(answer, [...new Set(new URLSearchParams(search).keys())].sort())
      : answer
  }

  async #routeWithoutQuery(
    id: Exclude<Route['id'], 'protocols' | 'screener'>,
    parameter: string,
  ): Promise<Answer> {
    const { version } = this.#deps
    const origin = this.#origin
    const set = this.#set
    switch (id) {
      case 'health':
        return createHealth(set, origin, version, this.#started)
      case 'stats':
        return document(await origin(`/_data/${set}/stats.json`))
      case 'protocol': {
        const answer = await origin(`/_data/${set}/protocols/${fileNameOf(parameter)}.json`)
        return answer.status === 404 ? noSuchProtocol(set) : document(answer)
      }
      case 'wallet':
        return scanWallet(parameter, set, origin, this.#waited, this.#caller?.id ?? '')
      case 'usage':
        return this.#usage()
    }
  }

  async #usage(): Promise<Answer> {
    const key = this.#caller?.key
    if (!key) return unauthorized('missing')
    try {
      const month = monthOf(this.#started)
      const counts = await withDeadline(this.#deps.state.usage(key.id, month), STATE_DEADLINE_MS)
      return jsonAnswer({
        success: true,
        data: createUsageReport(key, PLANS[key.plan].quota, counts, this.#started),
      })
    } catch (error) {
      this.#error = describe(error)
      return unavailable(RETRY_AFTER_SECONDS)
    }
  }

  /** The answer as it goes out. */
  async #finish(answer: Answer): Promise<Answer> {
    const { status, headers, body } = this.#headed(answer)
    const id = this.#match?.route.id
    if (status === 503) this.#error ??= this.#lost
    if (status !== 200 || body === null || id === undefined) return { status, headers, body }
    headers['Cache-Control'] = CACHE_CONTROL[id]
    if (isPrivate(id)) delete headers.ETag
    else headers.ETag = weak(headers.ETag ?? (await entityTag(body)))
    return conditional({ status, headers, body }, this.#request.header('if-none-match'))
  }

  /** The answer with the headers that every response carries. */
  #headed({ status, headers, body }: Answer): Answer {
    return {
      status,
      headers: {
        ...EVERYWHERE,
        ...headers,
        ...rateHeaders(this.#standing),
        'X-Request-Id': this.#requestId,
      },
      body,
    }
  }

  #log(status: number): void {
    const { log, now } = this.#deps
    log({
      level: this.#error !== undefined || status >= 500 ? 'error' : 'info',
      requestId: this.#requestId,
      method: this.#request.method.slice(0, 10),
      route: this.#match?.route.path ?? 'none',
      status,
      durationMs: now() - this.#started,
      caller: this.#caller?.key?.id ?? 'anonymous',
      set: this.#set,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    })
  }
}

/** A prerendered document as it stands; anything but 200 means that the published folder is not whole. */
function document(answer: Answer): Answer {
  return answer.status === 200 && answer.body !== null
    ? passOn(answer)
    : unavailable(RETRY_AFTER_SECONDS)
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}

/** Scans of live wallets have limits of their own beside those of all requests; null for everything else. */
function scansOf({ id, key }: Caller, route: Route['id'] | undefined): SecondCount | null {
  const limits = key?.environment === 'live' ? PLANS[key.plan].scans : null
  return route === 'wallet' && limits ? { caller: `${id}:scans`, limits, isQuiet: true } : null
}
