import { ANONYMOUS, type Limits, PLANS } from '../../contract/plans.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import type { ApiResponse } from '../../http/api-response.ts'
import { withDeadline } from '../../http/deadline.ts'
import { describeError } from '../../http/describe-error.ts'
import type { ScopedCounter } from '../../state/admission.ts'
import type { StateStore } from '../../state/state-store.ts'
import { MINUTE_MS, secondsLeft } from '../../state/time-window.ts'
import { isPaused } from '../../state/unusable.ts'
import type { Route } from '../routes/route.ts'
import { type ApiCaller, identify, lastLimits } from './caller.ts'
import { admitProbe } from './probes.ts'
import type { LimitUse } from './rate-headers.ts'
import { probesLimited, rateLimited, sharedLimited } from './refusals.ts'

/** A state store that takes longer counts as down. */
export const STATE_DEADLINE_MS = 1_000

const UNUSED = { admitted: true, burstUsed: 0, dailyUsed: 0 }

/** Zero limits, used to read the counters without counting the request. */
const PEEK_LIMITS: Limits = { burst: 0, daily: 0 }

interface CounterOptions {
  state: StateStore
  /** Key of every HMAC. */
  secret: string
  /** When the request arrived, in milliseconds since 1970. */
  now: number
  route: Route | null
}

/**
 * Identifies the caller of one request and counts the request against its limits. When the state store is down, `isCounted`
 * is false and nothing is refused: the gateway then serves public endpoints and closes those that need a key.
 */
export class RequestCounter {
  readonly #request: ApiRequest
  readonly #options: CounterOptions
  readonly #apiKey: string | null
  /** Null until the caller is identified. */
  caller: ApiCaller | null = null
  standing: LimitUse
  isCounted = false
  /** Why the state store could not be used, for the log. */
  error: string | undefined
  /** Whether `error` is logged already: once for all requests, by the store. */
  isErrorLogged = false

  constructor(request: ApiRequest, options: CounterOptions) {
    this.#request = request
    this.#options = options
    this.#apiKey = request.header('x-api-key')
    this.standing = { limits: ANONYMOUS, used: UNUSED, now: options.now }
  }

  /** Identifies the caller without counting the request. */
  async peek(): Promise<void> {
    await this.#hit(PEEK_LIMITS)
  }

  /** Counts the request. Returns the 429 response when a limit refuses it, else null. */
  async count(): Promise<ApiResponse | null> {
    if (!this.#isProbe) {
      await this.#hit(null)
      return this.#refuseOverLimit()
    }
    await this.#hit(PEEK_LIMITS)
    // A wrong key may be a guess, so it is counted like any other request.
    if (this.caller?.refused) {
      await this.#hit(null)
      return this.#refuseOverLimit()
    }
    return this.#refuseProbe()
  }

  /** A key names its data set itself, so a test key never sees live data, even while the state store is down. */
  get dataSet(): 'live' | 'sandbox' {
    const environment = this.caller
      ? this.caller.key?.environment
      : this.#apiKey?.startsWith('dpk_test_') && 'test'
    return environment === 'test' ? 'sandbox' : 'live'
  }

  get #isProbe(): boolean {
    const { method, malformed } = this.#request
    const isRead = method === 'GET' || method === 'HEAD'
    return isRead && malformed === undefined && this.#options.route?.countedAs === 'probe'
  }

  #refuseOverLimit(): ApiResponse | null {
    if (this.standing.used.admitted) return null
    const { caller, standing } = this
    const shared = caller?.shared.find((one) => one.caller === standing.used.refusedBy?.caller)
    if (shared) {
      const isOfKeys = caller?.key?.plan === 'free'
      const by = shared.scope === 'address' ? 'key address' : 'key network'
      return sharedLimited(standing, isOfKeys ? by : 'address network', shared.limits)
    }
    return rateLimited(standing, caller ? this.#scanCount(caller)[0]?.limits : undefined)
  }

  #refuseProbe(): ApiResponse | null {
    const { state, now } = this.#options
    const callerId = this.caller?.id ?? this.#request.ip
    return admitProbe(state, callerId, now) ? null : probesLimited(secondsLeft(now, MINUTE_MS))
  }

  /** `limits`: null for those of the caller. */
  async #hit(limits: Limits | null): Promise<void> {
    try {
      await withDeadline(this.#identifyAndHit(limits), STATE_DEADLINE_MS)
      this.isCounted = true
    } catch (error) {
      this.isCounted = false
      this.error = describeError(error)
      this.isErrorLogged = isPaused(error)
      if (!this.caller) {
        const known = lastLimits(this.#apiKey, this.#options.secret)
        this.standing = { ...this.standing, limits: known }
      }
    }
  }

  async #identifyAndHit(limits: Limits | null): Promise<void> {
    const { state, secret, now, route } = this.#options
    const caller = await identify(this.#apiKey, this.#request.ip, secret, state)
    this.caller = caller
    this.standing = { limits: caller.limits, used: UNUSED, now }
    const others = [...caller.shared, ...this.#scanCount(caller)]
    const used = await state.hit({
      caller: caller.id,
      limits: limits ?? caller.limits,
      group: route?.group ?? 'other',
      // Reading the counters is no request.
      meter: limits ? null : caller.meter,
      others: limits ? [] : others,
      now,
    })
    this.standing = { limits: caller.limits, used, now }
  }

  /** The counter of a caller's live wallet scans, which have limits of their own; none for any other request. */
  #scanCount({ id, key }: ApiCaller): ScopedCounter[] {
    const limits = key?.environment === 'live' ? PLANS[key.plan].scans : null
    return this.#options.route?.countedAs === 'scan' && limits
      ? [{ scope: 'account', caller: `${id}:scans`, limits, isQuiet: true }]
      : []
  }
}
