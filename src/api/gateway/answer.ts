import { errorBody, type ProblemCode, type ProblemDetails } from '../../contract/problems.ts'

/** A request as the gateway reads it: plain data, so that a host need not build a `Request` to ask. */
export interface GatewayRequest {
  method: string
  pathname: string
  /** Query with its `?`, or empty. */
  search: string
  /** Address of the client as the host knows it. */
  ip: string
  /** The value of a header by its lower-case name, or null. */
  header(name: string): string | null
  /** What was wrong with the bytes of the request, as a finished sentence; set by a host that could not read them. */
  malformed?: string
}

/** A response as plain data. Header names are written as they go out. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** Why an origin could not answer, for the log. Never sent to a caller. */
  fault?: string
}

/** Header that an origin may set to tell one published folder from the next. Never sent to a caller. */
export const PUBLISHED = 'X-Published'

export const JSON_TYPE = 'application/json; charset=utf-8'

export function jsonAnswer(body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  }
}

/** An error of the closed list. Errors are never stored by a cache. */
export function problem(
  code: ProblemCode,
  options: { message?: string; details?: ProblemDetails; headers?: Record<string, string> } = {},
): Answer {
  const body = errorBody(code, options.message, options.details)
  return {
    status: body.error.status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...options.headers },
    body: JSON.stringify(body),
  }
}

/** The body of an answer as text. */
export function textOf({ body }: Answer): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array())
}

/** An answer for a caller, with only those headers of it that are for callers; the rest is for the cache in front. */
export function passOn({ status, headers, body }: Answer): Answer {
  const kept: Record<string, string> = { 'Content-Type': JSON_TYPE }
  for (const name of ['ETag', 'Retry-After']) {
    const value = headers[name]
    if (value) kept[name] = value
  }
  return { status, headers: kept, body }
}

/** The snapshot or the store cannot be read; to be asked again after so many seconds. */
export function unavailable(retryAfterSeconds: number): Answer {
  return problem('DATA_UNAVAILABLE', { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
