import type { StressResult } from '../../contract/stress.ts'
import { type Problem, problem } from '../dom/show-problem.ts'
import { detailsOf, failureOf, formatRetry, parseBody } from '../failure.ts'
import { TIMEOUT_MS } from '../load-json.ts'

/** An answer lists a few hundred protocols at most. */
const MAX_CHARACTERS = 1_000_000

type Answer = { data: StressResult } | Problem

/** Asks for the scenario of a query. Never rejects. */
export async function answerTo(
  search: string,
  get: typeof fetch = fetch,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await get(`/v1/stress?${search}`, { signal })
    const body = parseBody(await response.text(), MAX_CHARACTERS)
    if (response.ok && isAnswer(body)) return body
    const failure = failureOf(response, body)
    const wrongs = detailsOf(failure, 'fails').map((text) => `The scenario ${text}.`)
    const text = [...wrongs, ...formatRetry(failure, Date.now())].join(' ')
    const unread = `The scenario could not be computed: the service answered with status ${failure.status}.`
    return problem(failure.message ?? unread, text)
  } catch {
    return problem('No answer came.', 'Check the connection and try again.')
  }
}

/** The API computes its answers of a checked document. */
function isAnswer(body: unknown): body is { data: StressResult } {
  return Array.isArray(Object(Object(body).data).rows)
}
