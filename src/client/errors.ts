/** Every code of the service, as its documentation lists them. */
export const SERVICE_ERROR_CODES = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'PROTOCOL_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'SNAPSHOT_GONE',
  'UNPROCESSABLE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'NOT_IMPLEMENTED',
  'NAME_RESOLUTION_FAILED',
  'DATA_UNAVAILABLE',
] as const

export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number]

/**
 * The codes of the client itself. `NETWORK`: no response, or one that ended early. `TIMEOUT`: no whole
 * response in time. `HTTP_ERROR`: a status of failure without an error of this service, such as that of a proxy before it, which `status` has.
 * `INVALID_RESPONSE`: a response that is not of this service, such as a page of HTML, a redirect or a body that
 * is too large. `INVALID_ARGUMENT`: an option or argument that cannot be sent. `SNAPSHOT_CHANGED`: the list changed so often while
 * all pages were read that no complete pass succeeded.
 */
export const CLIENT_ERROR_CODES = [
  'NETWORK',
  'TIMEOUT',
  'HTTP_ERROR',
  'INVALID_RESPONSE',
  'INVALID_ARGUMENT',
  'SNAPSHOT_CHANGED',
] as const

/** A known code, or one that the service has had since this version: any other text, which editors do not suggest. */
export type ErrorCode =
  | ServiceErrorCode
  | (typeof CLIENT_ERROR_CODES)[number]
  | (string & Record<never, never>)

interface ErrorFacts {
  status?: number | null
  details?: Record<string, string[]> | null
  documentation?: string | null
  requestId?: string | null
  retryAfterMs?: number | null
  cause?: unknown
}

/** Everything that the client throws, except the reason of an aborted signal. Never contains the API key. */
export class PlimsollError extends Error {
  override readonly name = 'PlimsollError'
  readonly code: ErrorCode
  /** HTTP status. Null without a response. */
  readonly status: number | null
  /** What is wrong, by field. With `PROTOCOL_NOT_FOUND`, `suggestions` has ids that may be meant. */
  readonly details: Record<string, string[]> | null
  /** URL of the page about the error. Null for errors of the client itself. */
  readonly documentation: string | null
  /** Identifier of the request, to quote in a report. */
  readonly requestId: string | null
  /** Milliseconds that the service asked to wait. Null when it named no time. */
  readonly retryAfterMs: number | null

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status ?? null
    this.details = facts.details ?? null
    this.documentation = facts.documentation ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  /** The error without its cause, for logs. */
  toJSON(): Record<string, unknown> {
    const { name, message, code, status, details, documentation, requestId, retryAfterMs } = this
    return { name, message, code, status, details, documentation, requestId, retryAfterMs }
  }
}
