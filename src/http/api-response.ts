import { errorBody, type ProblemCode, type ProblemDetails } from '../contract/problems.ts'

/** A response as plain data. Header names are written as they go out. */
export interface ApiResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** Why a document or function is not available, for the log. Never sent to a client. */
  fault?: string
}

/** Header that identifies the published folder a document came from. Never sent to a client. */
export const PUBLISHED = 'X-Published'

export const JSON_TYPE = 'application/json; charset=utf-8'

export function jsonResponse(body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  }
}

/** A problem of the closed list. Caches never store one. */
export function problem(
  code: ProblemCode,
  options: { message?: string; details?: ProblemDetails; headers?: Record<string, string> } = {},
): ApiResponse {
  const body = errorBody(code, options.message, options.details)
  return {
    status: body.error.status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...options.headers },
    body: JSON.stringify(body),
  }
}

/** Seconds after which to try again what cannot be read now. */
const RETRY_AFTER_SECONDS = 30

/** 503 `DATA_UNAVAILABLE` with `Retry-After`. */
export function unavailable(retryAfterSeconds: number = RETRY_AFTER_SECONDS): ApiResponse {
  return problem('DATA_UNAVAILABLE', { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

/** The body of a response as text. */
export function textOf({ body }: ApiResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array())
}

/** An internal response with only those headers that clients may see; the others are for the CDN. */
export function passOn({ status, headers, body }: ApiResponse): ApiResponse {
  const kept: Record<string, string> = { 'Content-Type': JSON_TYPE }
  for (const name of ['ETag', 'Retry-After']) {
    const value = headers[name]
    if (value) kept[name] = value
  }
  return { status, headers: kept, body }
}

/** A published document, or 503 when the published folder is incomplete. */
export function passOnDocument(response: ApiResponse): ApiResponse {
  return response.status === 200 && response.body !== null ? passOn(response) : unavailable()
}

const READ = ['Content-Type', 'ETag', 'Retry-After']

/** A response of a function as plain data, with the headers that count. */
export async function readResponse(response: Response): Promise<ApiResponse> {
  const headers: Record<string, string> = {}
  for (const name of READ) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.text() }
}

/** The response as the Fetch API has it. */
export function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(typeof body === 'string' || body === null ? body : new Uint8Array(body), {
    status,
    headers,
  })
}
