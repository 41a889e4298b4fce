import { booleanIn, isObject, objectIn, textIn } from '../dom/read-values.ts'

/** How a request of the page ended. */
export type Answer = { isDone: true; data: object } | { isDone: false; failure: Failure }

/** Why it failed; code and message as the API gives them. */
export interface Failure {
  /** Null when no answer came, or none that the page can read. */
  status: number | null
  code: string | null
  message: string | null
  /** One of the API’s closed list, such as `expired`; null without one. */
  reason: string | null
  /** Seconds to wait, from `Retry-After`. */
  retryAfter: number | null
}

const BASE = '/account/api/'
const TIMEOUT_MS = 20_000
/** A month of days with five keys is a few kilobytes. */
const MAX_CHARACTERS = 500_000

/** `account`: the id of the account that the page shows; a change of another one is refused. */
export type Send = (
  name: string,
  body?: Record<string, unknown>,
  account?: string,
) => Promise<Answer>

/** Asks this site's account API: GET without a body, POST with one. Never rejects. */
export function requestsBy(get: typeof fetch): Send {
  return async (name, body, account) => {
    try {
      const response = await get(BASE + name, {
        cache: 'no-store',
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(account === undefined ? {} : { 'Plimsoll-Account': account }),
          },
          body: JSON.stringify(body),
        }),
      })
      return readAnswer(response.status, response.headers.get('Retry-After'), await response.text())
    } catch {
      return failed({ status: null })
    }
  }
}

function readAnswer(status: number, retryAfter: string | null, text: string): Answer {
  const body = text.length > MAX_CHARACTERS ? null : parse(text)
  if (!isObject(body)) return failed({ status })
  if (status < 300 && booleanIn(body, 'success') === true) {
    return { isDone: true, data: objectIn(body, 'data') }
  }
  const error = objectIn(body, 'error')
  const isSeconds = retryAfter !== null && /^\d{1,7}$/.test(retryAfter)
  return failed({
    status,
    code: textIn(error, 'code'),
    message: textIn(error, 'message'),
    reason: reasonIn(objectIn(error, 'details')),
    retryAfter: isSeconds ? Number(retryAfter) : null,
  })
}

function failed(failure: Partial<Failure>): Answer {
  const unknown = { status: null, code: null, message: null, reason: null, retryAfter: null }
  return { isDone: false, failure: { ...unknown, ...failure } }
}

function reasonIn(details: object): string | null {
  const reason: unknown = Reflect.get(details, 'reason')
  const first: unknown = Array.isArray(reason) ? reason[0] : null
  return typeof first === 'string' ? first : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
