import words from '../../content/wallet-words.json' with { type: 'json' }
import { PAGE_SCANS } from '../../contract/plans.ts'
import { errorPage, PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { type Problem, problem } from '../dom/show-problem.ts'
import {
  detailsOf,
  type Failure,
  failureOf,
  formatRetry,
  NO_ANSWER,
  parseBody,
} from '../failure.ts'
import { isScanAnswer } from './scan.ts'

/** How a request ended. */
export type ScanAnswer =
  | { kind: 'scan'; scan: WalletScanResult; body: string; allowance: Allowance | null }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'cancelled' }

/** What is left of the day of scans without a key. */
export interface Allowance {
  left: number
  limit: number
}

export interface AskOptions {
  get: typeof fetch
  /** Aborts when the reader cancels. */
  cancel: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
}

/** The API answers within 8 seconds; a slow connection may need more. */
export const TIMEOUT_MS = 30_000
/** A longer answer is not parsed: the largest of a scan is a fraction of it. */
const MAX_CHARACTERS = 8_000_000

const ADVICE: Partial<Record<ProblemCode, string>> = words.advice

/** Where the page itself asks, without a key. */
const PAGE_PATH = '/account/api/scan'

/** Path of the scan below this site. The key is a header and never a part of it. */
export function scanPath(address: string): string {
  return `/v1/wallet/${encodeURIComponent(address.toWellFormed())}`
}

/** A scan with a key is a request of the API; without one the address goes along in the body, with the cookie of who is signed in. */
function requestFor(address: string, key: string): [path: string, init: RequestInit] {
  if (key !== '') return [scanPath(address), { headers: { 'X-API-Key': key }, credentials: 'omit' }]
  return [
    PAGE_PATH,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify({ address }),
    },
  ]
}

function allowanceIn({ headers }: Response): Allowance | null {
  const [left, limit] = ['X-RateLimit-Remaining', 'X-RateLimit-Limit'].map((name) => {
    const text = headers.get(name) ?? ''
    return /^\d{1,6}$/.test(text) ? Number(text) : null
  })
  return left == null || limit == null ? null : { left, limit }
}

/** Asks this site for a scan; an empty key for one without. Never rejects. */
export async function askForScan(
  address: string,
  key: string,
  { get, cancel, now }: AskOptions,
): Promise<ScanAnswer> {
  try {
    const [path, init] = requestFor(address, key)
    const response = await get(path, {
      ...init,
      signal: AbortSignal.any([cancel, AbortSignal.timeout(TIMEOUT_MS)]),
      cache: 'no-store',
      // Without its origin a request of the page is refused.
      referrerPolicy: key === '' ? 'same-origin' : 'no-referrer',
    })
    const body = await response.text()
    if (cancel.aborted) return { kind: 'cancelled' }
    const parsed = parseBody(body, MAX_CHARACTERS)
    if (response.status === 200 && isScanAnswer(parsed)) {
      const allowance = key === '' ? allowanceIn(response) : null
      return { kind: 'scan', scan: parsed.data, body, allowance }
    }
    const requestId = response.headers.get('X-Request-Id')
    const failure = failureOf(response, parsed)
    const shown = scanProblem(failure, now(), requestId)
    const isUsedUp = key === '' && failure.code === 'RATE_LIMIT_EXCEEDED'
    return { kind: 'problem', problem: isUsedUp ? withMore(shown) : shown }
  } catch {
    if (cancel.aborted) return { kind: 'cancelled' }
    return { kind: 'problem', problem: scanProblem(NO_ANSWER, now(), null) }
  }
}

/** More scans are to be had by signing in, or with a key. */
function withMore(shown: Problem): Problem {
  const { daily } = PAGE_SCANS.account
  return { ...shown, text: `${shown.text} Signed in there are ${daily} a day; with a key, more.` }
}

/** What a failure means. `now` in milliseconds since 1970. */
function scanProblem(failure: Failure, now: number, requestId: string | null): Problem {
  const { code, message } = failure
  const retry = formatRetry(failure, now)
  if (failure.status === null) {
    return problem(
      'No answer',
      'The request failed, or no answer came within 30 seconds, where the service takes at most 8. Nothing is known about the wallet. Check the connection and scan again.',
    )
  }
  if (code === null) {
    const text = `Status ${failure.status}, in a form that this page cannot read. Nothing is known about the wallet.`
    return problem('An unexpected answer', [text, ...retry].join(' '))
  }
  const text = [
    ...detailsOf(failure, 'address').map((reason) => `The address ${reason}.`),
    ADVICE[code],
    ...retry,
    code === 'INTERNAL_ERROR' && requestId && `Request id: ${requestId}.`,
  ]
    .filter(Boolean)
    .join(' ')
  return problem(message ?? PROBLEMS[code].message, text, errorPage(code))
}

/** The problem of an answer that cannot be shown. */
export const UNREADABLE = scanProblem({ ...NO_ANSWER, status: 200 }, 0, null)
