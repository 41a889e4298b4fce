import ky, { HTTPError, NetworkError, TimeoutError } from 'ky'
import PQueue from 'p-queue'
import { PlimsollError } from '../domain/errors.ts'
import {
  type AttemptOptions,
  answered,
  attempt,
  RETRIED_STATUSES,
  seconds,
  TransientError,
  unreachable,
} from './http-attempt.ts'
import { codeOf, type EndpointReader } from './reader.ts'
import type { Endpoint } from './source.ts'

export interface HttpOptions extends Omit<AttemptOptions, 'accept'> {
  /** Time for one attempt, from the request to the last byte of the body. */
  timeoutMs: number
  /** Attempts after the first. */
  retries: number
  /** Wait before the first retry; it doubles with each further one. Between half and all of it is waited. */
  baseDelayMs: number
  /** For each host: the time between two attempts, and the number of concurrent reads. */
  pace: { intervalMs: number; concurrency: number }
  userAgent: string
  /** A token that is sent to one host only; null without one. Never logged. */
  bearer: { origin: string; token: string } | null
  /** From 0 to 1, for the jitter. */
  random: () => number
}

const HTTP_DEFAULTS = {
  timeoutMs: 30_000,
  retries: 3,
  baseDelayMs: 500,
  maxRetryAfterMs: 60_000,
  pace: { intervalMs: 250, concurrency: 4 },
  userAgent: 'Plimsoll (DeFi risk scores)',
  bearer: null,
}

/**
 * Reads endpoints over HTTP. Transient errors are retried with exponential, jittered waits.
 * Throws `UPSTREAM_UNREACHABLE`, `UPSTREAM_TIMEOUT`, `UPSTREAM_TOO_LARGE` or `UPSTREAM_INVALID`. No error contains a URL,
 * since a URL may contain a key.
 */
export function httpReader(given: Partial<HttpOptions> = {}): EndpointReader {
  const options: HttpOptions = {
    ...HTTP_DEFAULTS,
    fetch: globalThis.fetch,
    random: Math.random,
    noteDate: () => undefined,
    now: Date.now,
    ...given,
  }
  const paces = new Map<string, Pace>()
  return {
    async read(endpoint, accept) {
      const url = URL.parse(endpoint.url)
      if (url === null || !/^https?:$/.test(url.protocol)) {
        throw unreachable(endpoint, 'has a URL that is not http or https')
      }
      const pace = paces.get(url.host) ?? createPace(options.pace)
      paces.set(url.host, pace)
      try {
        return await pace.slots.add(() => readWithRetries(endpoint, { ...options, accept }, pace))
      } catch (error) {
        throw outcomeOf(error, endpoint, options)
      }
    },
  }
}

/**
 * A read keeps its slot while it waits for a retry, so a host that asks for a wait gets fewer requests.
 * Every attempt takes a turn, so retries are spaced as well.
 */
interface Pace {
  slots: PQueue
  turns: PQueue
}

function createPace({ intervalMs, concurrency }: HttpOptions['pace']): Pace {
  const turns = intervalMs > 0 ? { interval: intervalMs, intervalCap: 1, strict: true } : {}
  return { slots: new PQueue({ concurrency }), turns: new PQueue(turns) }
}

async function readWithRetries(
  endpoint: Endpoint,
  options: HttpOptions & AttemptOptions,
  pace: Pace,
): Promise<string> {
  let text = ''
  const turn = () => pace.turns.add(() => undefined)
  await turn()
  await ky(endpoint.url, {
    headers: { 'user-agent': options.userAgent, ...authorization(endpoint, options) },
    redirect: 'manual',
    timeout: options.timeoutMs,
    // The body is read here, because ky's timeout and retries end when its `fetch` returns.
    fetch: async (input) => {
      const request = input instanceof Request ? input : new Request(input)
      const answer = await attempt(request, endpoint, options)
      if (answer instanceof Response) return answer
      text = answer
      return new Response(null)
    },
    retry: {
      limit: options.retries,
      statusCodes: RETRIED_STATUSES,
      afterStatusCodes: RETRIED_STATUSES,
      maxRetryAfter: options.maxRetryAfterMs,
      retryOnTimeout: true,
      delay: (count) => options.baseDelayMs * 2 ** (count - 1),
      jitter: (delay) => delay * (0.5 + options.random() / 2),
      shouldRetry: ({ error }) => (error instanceof TransientError ? true : undefined),
    },
    hooks: { beforeRetry: [turn] },
  })
  return text
}

function authorization({ url }: Endpoint, { bearer }: HttpOptions): Record<string, string> {
  if (bearer === null || URL.parse(url)?.origin !== bearer.origin) return {}
  return { authorization: `Bearer ${bearer.token}` }
}

/** Maps an error to ours. ky's errors are neither thrown nor attached as a cause: their messages contain the URL. */
function outcomeOf(error: unknown, endpoint: Endpoint, options: HttpOptions): PlimsollError {
  if (error instanceof PlimsollError) return error
  if (error instanceof TransientError) return error.outcome
  if (error instanceof HTTPError) return answered(endpoint, error.response.status)
  if (error instanceof NetworkError) {
    return unreachable(endpoint, `could not be reached${codeOf(error)}`)
  }
  if (error instanceof TimeoutError) {
    const message = `${endpoint.label} did not answer in full within ${seconds(options.timeoutMs)}.`
    return new PlimsollError('UPSTREAM_TIMEOUT', message)
  }
  return unreachable(endpoint, 'could not be read')
}
