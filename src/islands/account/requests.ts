import { objectIn } from '../dom/read-values.ts'
import { type Failure, failureOf, NO_ANSWER, parseBody } from '../failure.ts'

/** How a request of the page ended. */
export type Answer = { isDone: true; data: object } | { isDone: false; failure: Failure }

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
      const answer = Object(parseBody(await response.text(), MAX_CHARACTERS))
      const isDone = response.status < 300 && answer.success === true
      return isDone
        ? { isDone, data: objectIn(answer, 'data') }
        : { isDone, failure: failureOf(response, answer) }
    } catch {
      return { isDone: false, failure: NO_ANSWER }
    }
  }
}
