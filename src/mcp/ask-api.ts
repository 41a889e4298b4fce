import type { ProblemDetails } from '../contract/problems.ts'
import { parseJson } from '../domain/json.ts'
import { type ApiResponse, textOf } from '../http/api-response.ts'

/** Sends `GET` for an address under `/v1` in the name of one caller: its key, its data set, its limits. */
export type AskApi = (address: string) => Promise<ApiResponse>

/** What an agent learns of a call that the API refused. */
export interface ToolRefusal {
  code: string
  message: string
  status: number
  details?: ProblemDetails
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number
}

/** The API refused a request of a tool. */
export class ApiRefusal extends Error {
  readonly refusal: ToolRefusal

  constructor(refusal: ToolRefusal) {
    super(refusal.message)
    this.name = 'ApiRefusal'
    this.refusal = refusal
  }
}

/** The requests of one tool call. */
export class ApiCalls {
  readonly #ask: AskApi
  /** Requests sent, each counted by the API like one of curl. */
  count = 0
  /** The lowest `X-RateLimit-Remaining` of its responses, which may come in any order; null before the first. */
  remaining: number | null = null

  constructor(ask: AskApi) {
    this.#ask = ask
  }

  /** The document at an address. Throws `ApiRefusal` for any status but 200. */
  async get(address: string): Promise<unknown> {
    this.count += 1
    const response = await this.#ask(address)
    const remaining = response.headers['X-RateLimit-Remaining']
    if (remaining !== undefined) {
      this.remaining = Math.min(this.remaining ?? Number.POSITIVE_INFINITY, Number(remaining))
    }
    const document = parseJson(textOf(response))
    if (response.status === 200 && document !== undefined) return document
    throw new ApiRefusal(refusalOf(response, document))
  }
}

function refusalOf({ status, headers }: ApiResponse, document: unknown): ToolRefusal {
  const { code, message, details } = Object(Object(document).error)
  const seconds = Number(headers['Retry-After'])
  return {
    code: typeof code === 'string' ? code : 'DATA_UNAVAILABLE',
    message: typeof message === 'string' ? message : 'The API sent no readable document.',
    // A page in place of a document.
    status: status === 200 ? 503 : status,
    ...(details ? { details } : {}),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  }
}

/**
 * A value as one part of a path. Throws `ApiRefusal` for `.` and `..`, which mean another path however they are escaped (WHATWG URL, 4.1).
 */
export function pathPart(value: string): string {
  if (value !== '.' && value !== '..') return encodeURIComponent(value)
  throw new ApiRefusal({
    ...{ code: 'INVALID_REQUEST', status: 400 },
    message: `"${value}" is neither an id nor an address.`,
  })
}

/** An address with its query. Undefined and empty values are left out; lists are written with commas. */
export function addressOf(
  path: string,
  query: Record<string, string | number | readonly string[] | undefined>,
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== '') params.set(name, String(text))
  }
  return params.size > 0 ? `${path}?${params}` : path
}
