import { PROBLEMS, type ProblemCode } from '../contract/problems.ts'
import { instant } from '../site/figures.ts'
import { isObject, objectIn, textIn } from './dom/read-values.ts'

/** Why a request to our API failed, as the API gives it. */
export interface Failure {
  /** Null when no answer came. */
  status: number | null
  /** Null for an answer that is not of the form of the API, such as one of the platform in front of it. */
  code: ProblemCode | null
  message: string | null
  details: object
  /** Seconds to wait, from `Retry-After`. */
  retryAfter: number | null
}

export const NO_ANSWER: Failure = {
  status: null,
  code: null,
  message: null,
  details: {},
  retryAfter: null,
}

/** The failure in a response with this body. */
export function failureOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
): Failure {
  const error = isObject(body) ? objectIn(body, 'error') : {}
  const code = textIn(error, 'code')
  const retryAfter = headers.get('Retry-After') ?? ''
  return {
    status,
    code: code !== null && Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : null,
    message: textIn(error, 'message'),
    details: objectIn(error, 'details'),
    retryAfter: /^\d{1,7}$/.test(retryAfter) ? Number(retryAfter) : null,
  }
}

/** What is wrong with a field, in words of the API. */
export function detailsOf({ details }: Failure, field: string): string[] {
  const found: unknown = Reflect.get(details, field)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

/** A body as JSON; null when it is something else or longer than `most` characters. */
export function parseBody(body: string, most: number): unknown {
  try {
    return body.length > most ? null : JSON.parse(body)
  } catch {
    return null
  }
}

/** When to ask again, in a sentence; none where the answer does not say. `now` in milliseconds since 1970. */
export function formatRetry({ retryAfter: seconds }: Failure, now: number): string[] {
  if (seconds === null) return []
  const at = instant(new Date(now + seconds * 1_000).toISOString())
  const wait =
    seconds < 120
      ? `${seconds} seconds`
      : seconds < 7_200
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3_600)} hours`
  return [`Try again in ${wait}, after ${at}.`]
}
