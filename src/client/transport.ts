import { abortable, LONGEST_TIMER_MS, sleepFor } from './abortable.ts'
import { PlimsollError } from './errors.ts'
import { baseOf } from './query-text.ts'
import { type RateLimit, rateLimitOf } from './rate-limit.ts'
import { documentOf, FailedTry } from './response.ts'

export interface ClientOptions {
  /** Where the service is, without `/v1`. */
  baseUrl: string | URL
  /** Sent as `X-API-Key`. Without one, or with an empty one, the limits are those of the caller's address. */
  apiKey?: string | undefined
  /** Default: the `fetch` of the platform. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Longest time of one try, its body included. Default: 30,000. */
  timeoutMs?: number | undefined
  /** Most tries after the first one. Default: 4. */
  maxRetries?: number | undefined
  /** Longest wait before a try: if the service asks for more, the call fails at once. Default: 60,000. */
  maxWaitMs?: number | undefined
  /** For tests: waits so many milliseconds. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** For tests: a number from 0 to 1. */
  random?: (() => number) | undefined
}

export interface CallOptions {
  /** When it is aborted, the call rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Of a read of published data. */
export interface ReadOptions extends CallOptions {
  /** Only from this snapshot, as `meta.snapshot` names it: throws `SNAPSHOT_GONE` when another is published. */
  snapshot?: string | undefined
}

export interface Transport {
  /** The document at a path below the base URL. `isFresh` bypasses the cache of a browser. */
  get(path: string, options?: CallOptions, isFresh?: boolean): Promise<Record<string, unknown>>
  rateLimit(): RateLimit | null
  /** The snapshot that a response named last. */
  snapshot(): string | null
}

/** The first back-off is at most this, and each later one at most twice the one before. */
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 16_000
/** No wait is shorter, whatever the service and chance say. */
const SHORTEST_WAIT_MS = 100

/** Sends requests with retries. The key stays in this closure, where no inspection of the client can see it. */
export function createTransport(options: ClientOptions): Transport {
  const base = baseOf(options.baseUrl)
  const timeoutMs = Math.min(atLeast(1, 'timeoutMs', options.timeoutMs ?? 30_000), LONGEST_TIMER_MS)
  const maxRetries = atLeast(0, 'maxRetries', options.maxRetries ?? 4)
  const maxWaitMs = atLeast(0, 'maxWaitMs', options.maxWaitMs ?? 60_000)
  const { sleep = sleepFor, random = Math.random } = options
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))
  const key = keyOf(options.apiKey)
  const redact = (text: string) => (key === null ? text : text.replaceAll(key, '[key]'))
  let rateLimit: RateLimit | null = null
  let snapshot: string | null = null

  async function tryOnce(path: string, { signal }: CallOptions, isFresh: boolean) {
    const controller = new AbortController()
    const expire = () =>
      controller.abort(new PlimsollError('TIMEOUT', `No response within ${timeoutMs} ms.`))
    const timer = setTimeout(expire, timeoutMs)
    const stop = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', stop)
    const receive = async () => {
      const response = await send(base + path, {
        ...initOf(key, isFresh),
        signal: controller.signal,
      })
      rateLimit = rateLimitOf(response.headers) ?? rateLimit
      snapshot = response.headers.get('X-Snapshot') ?? snapshot
      return documentOf(response, base, redact)
    }
    try {
      return await abortable(receive(), controller.signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof FailedTry) throw error
      if (error instanceof PlimsollError) throw new FailedTry(error, true)
      const message = 'No whole response: the network or the service failed.'
      throw new FailedTry(new PlimsollError('NETWORK', message, { cause: error }), true)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      controller.abort()
    }
  }

  async function get(path: string, call: CallOptions = {}, isFresh = false) {
    for (let retry = 0; ; retry += 1) {
      call.signal?.throwIfAborted()
      try {
        return await tryOnce(path, call, isFresh)
      } catch (failure) {
        if (!(failure instanceof FailedTry)) throw failure
        const { error, mayRetry } = failure
        const wait = waitOf(error, retry, random)
        if (!mayRetry || retry >= maxRetries || wait > maxWaitMs) throw error
        await abortable(sleep(wait, call.signal), call.signal)
      }
    }
  }

  return { get, rateLimit: () => rateLimit, snapshot: () => snapshot }
}

function initOf(key: string | null, isFresh: boolean): RequestInit {
  return {
    headers: { Accept: 'application/json', ...(key === null ? {} : { 'X-API-Key': key }) },
    redirect: 'manual',
    // Some workers refuse this option.
    ...(isFresh && 'cache' in Request.prototype ? { cache: 'no-store' as const } : {}),
  }
}

/** Milliseconds before the next try. `Retry-After: 0` does not end a fault, so the back-off counts where it is longer. */
function waitOf({ retryAfterMs }: PlimsollError, retry: number, random: () => number): number {
  const longest = Math.min(FIRST_BACKOFF_MS * 2 ** retry, LONGEST_BACKOFF_MS)
  return Math.max(retryAfterMs ?? 0, longest * random(), SHORTEST_WAIT_MS)
}

function atLeast(least: number, name: string, value: number): number {
  if (value >= least) return value
  throw new PlimsollError('INVALID_ARGUMENT', `${name} must be a number from ${least}.`)
}

/**
 * The key, which must be possible to send: the platform's own complaint about a header would quote it. An empty one is none, since
 * environment variables without a value are empty.
 */
function keyOf(apiKey: string | undefined): string | null {
  if (apiKey === undefined || apiKey.trim() === '') return null
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new PlimsollError('INVALID_ARGUMENT', 'apiKey has characters that no key has.')
}
