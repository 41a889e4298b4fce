/** Every error of the API, as a closed list. Imports no package, because the edge uses it. */
export const PROBLEMS = {
  INVALID_REQUEST: { status: 400, message: 'The request is malformed.' },
  UNAUTHORIZED: { status: 401, message: 'The API key is missing, invalid or revoked.' },
  FORBIDDEN: { status: 403, message: 'The plan of this key does not include this endpoint.' },
  NOT_FOUND: { status: 404, message: 'The requested resource does not exist.' },
  PROTOCOL_NOT_FOUND: { status: 404, message: 'No protocol matches the given id.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Only GET, HEAD and OPTIONS are allowed.' },
  SNAPSHOT_GONE: {
    status: 410,
    message:
      'The snapshot is not published any more. Read a list again from its first page, or anything else without `snapshot`.',
  },
  UNPROCESSABLE: { status: 422, message: 'The request is valid but cannot be processed.' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'The daily or per-minute limit is reached.' },
  INTERNAL_ERROR: { status: 500, message: 'An internal error occurred. Try again.' },
  NOT_IMPLEMENTED: { status: 501, message: 'The requested format is not available.' },
  NAME_RESOLUTION_FAILED: {
    status: 502,
    message: 'The name could not be resolved. Try again later.',
  },
  DATA_UNAVAILABLE: {
    status: 503,
    message: 'The data is temporarily unavailable. Try again later.',
  },
} as const

export type ProblemCode = keyof typeof PROBLEMS

/** What is wrong, by field. */
export type ProblemDetails = Record<string, string[]>

export interface ErrorBody {
  success: false
  data: null
  error: {
    code: ProblemCode
    message: string
    status: number
    details?: ProblemDetails
    /** Path on this site of the page about the code. */
    documentation: string
  }
}

/** Path of the page about an error. */
export function errorPage(code: ProblemCode): string {
  return `/docs/errors/${code}/`
}

/** The envelope of an error. */
export function errorBody(
  code: ProblemCode,
  message?: string,
  details?: ProblemDetails,
): ErrorBody {
  const { status, message: usual } = PROBLEMS[code]
  const error = { code, message: message ?? usual, status, ...(details ? { details } : {}) }
  return { success: false, data: null, error: { ...error, documentation: errorPage(code) } }
}

/** An error as a response. Caches never store one. */
export function problemResponse(
  code: ProblemCode,
  options: { message?: string; details?: ProblemDetails; headers?: Record<string, string> } = {},
): Response {
  const body = errorBody(code, options.message, options.details)
  return new Response(JSON.stringify(body), {
    status: body.error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...options.headers,
    },
  })
}
