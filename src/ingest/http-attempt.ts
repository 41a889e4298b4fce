import { PlimsollError } from '../domain/errors.ts'
import { codeOf, decodeUtf8, tooLarge } from './reader.ts'
import type { Endpoint } from './source.ts'
import type { UpstreamClock } from './upstream-day.ts'

/** Statuses that a retry may resolve; 520 to 527 are Cloudflare's, for the host behind it. */
export const RETRIED_STATUSES = [
  ...[408, 429, 500, 502, 503, 504],
  ...[520, 521, 522, 523, 524, 525, 526, 527],
]

const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

export interface AttemptOptions {
  fetch: (input: Request | string, init?: RequestInit) => Promise<Response>
  /** A `Retry-After` above this is not waited for. */
  maxRetryAfterMs: number
  /** Milliseconds since 1970, to read a `Retry-After` date. */
  now: () => number
  accept: ((text: string) => void) | undefined
  /** Receives the `Date` header of every answer, with its host. */
  noteDate: UpstreamClock['note']
}

/** A failure that a retry may resolve. `outcome` is the error when no retry does. */
export class TransientError extends Error {
  readonly outcome: PlimsollError

  constructor(outcome: PlimsollError) {
    super(outcome.message)
    this.outcome = outcome
  }
}

/**
 * Sends one request and reads the whole body. Returns the text, or an empty response for a status that a retry may resolve.
 * Throws `TransientError` when a retry may help, `PlimsollError` when it cannot, and whatever `fetch` throws.
 */
export async function attempt(
  request: Request,
  endpoint: Endpoint,
  options: AttemptOptions,
): Promise<string | Response> {
  const response = await follow(request, endpoint, options)
  if (!response.ok) return await refusal(response, endpoint, options)
  const text = await readText(response, endpoint)
  if (options.accept) check(text, options.accept, endpoint)
  return text
}

/** Follows redirects by hand: `fetch` itself would also follow one from https down to http. */
async function follow(
  request: Request,
  endpoint: Endpoint,
  { fetch, noteDate }: AttemptOptions,
): Promise<Response> {
  const { signal } = request
  const headers = new Headers(request.headers)
  let response = await fetch(request)
  let url = new URL(request.url)
  for (let hops = 0; REDIRECT_STATUSES.includes(response.status); hops++) {
    const location = response.headers.get('location')
    if (location === null) break
    await discard(response)
    if (hops === MAX_REDIRECTS)
      throw unreachable(endpoint, `redirects more than ${MAX_REDIRECTS} times`)
    const target = URL.parse(location, url)
    if (target?.protocol !== 'https:' && target?.protocol !== url.protocol) {
      throw unreachable(endpoint, 'redirects to a URL that is not https')
    }
    // A redirect to another host must not receive the token.
    if (target.origin !== url.origin) headers.delete('authorization')
    url = target
    response = await fetch(url.href, { headers, signal, redirect: 'manual' })
  }
  noteDate(url.host, response.headers.get('date'))
  return response
}

/** Returns an empty response for a status that is retried. Throws for any other status, and when the wait is too long. */
async function refusal(
  response: Response,
  endpoint: Endpoint,
  { maxRetryAfterMs, now }: AttemptOptions,
): Promise<Response> {
  await discard(response)
  const { status } = response
  if (!RETRIED_STATUSES.includes(status)) throw answered(endpoint, status)
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter === null) return new Response(null, { status })
  const waitMs = retryAfterMs(retryAfter, now())
  if (waitMs > maxRetryAfterMs) {
    const asked = `asks to wait ${seconds(waitMs)}, more than the limit of ${seconds(maxRetryAfterMs)}`
    throw answered(endpoint, status, ` and ${asked}`)
  }
  return new Response(null, { status, headers: { 'retry-after': retryAfter } })
}

/** The wait of a `Retry-After` header, given in seconds or as a date; 0 when it is invalid. */
function retryAfterMs(value: string, nowMs: number): number {
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(waitMs) ? 0 : waitMs
}

async function readText(response: Response, endpoint: Endpoint): Promise<string> {
  const declared = response.headers.get('content-length')
  if (Number(declared) > endpoint.maxBytes) {
    await discard(response)
    throw tooLarge(endpoint)
  }
  const bytes = await readBytes(response, endpoint)
  const isCompressed = response.headers.has('content-encoding')
  if (declared !== null && !isCompressed && Number(declared) !== bytes.byteLength) {
    throw new TransientError(
      unreachable(endpoint, 'sent a body whose length differs from its Content-Length header'),
    )
  }
  return decodeUtf8(bytes, endpoint)
}

/** Reads the decompressed body and enforces the limit on it, so that a small download cannot expand without limit. */
async function readBytes(response: Response, endpoint: Endpoint): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > endpoint.maxBytes) throw tooLarge(endpoint)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    const message = `closed the connection in the middle of its response${codeOf(error)}`
    throw new TransientError(unreachable(endpoint, message))
  }
  return Buffer.concat(chunks)
}

function check(text: string, accept: (text: string) => void, endpoint: Endpoint): void {
  try {
    accept(text)
  } catch (error) {
    if (error instanceof PlimsollError) throw new TransientError(error)
    const message = `${endpoint.label} sent a response that was rejected.`
    throw new TransientError(new PlimsollError('UPSTREAM_INVALID', message))
  }
}

/** Cancels an unread body to free its connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}

/** The error for a status other than success. */
export function answered(endpoint: Endpoint, status: number, more = ''): PlimsollError {
  return unreachable(endpoint, `answered with status ${status}${more}`)
}

/** The error for an upstream that could not be read; `what` completes a sentence that begins with its label. */
export function unreachable(endpoint: Endpoint, what: string): PlimsollError {
  return new PlimsollError('UPSTREAM_UNREACHABLE', `${endpoint.label} ${what}.`)
}

/** A duration for messages, in seconds rounded up to a tenth. */
export function seconds(ms: number): string {
  return `${Math.ceil(ms / 100) / 10} s`
}
