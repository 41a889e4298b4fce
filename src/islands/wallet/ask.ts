import { errorPage, PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { instant } from '../../site/figures.ts'
import { isObject, objectIn, textIn } from '../dom/read-values.ts'
import { readScan } from './read-scan.ts'
import type { Scan } from './scan.ts'

/** How a request ended. */
export type ScanAnswer =
  | { kind: 'scan'; scan: Scan; body: string }
  | { kind: 'problem'; problem: ScanProblem }
  | { kind: 'cancelled' }

export interface ScanProblem {
  title: string
  /** Sentences. */
  text: string[]
  /** Page about the code of the error. */
  documentation: string | null
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

const ADVICE: Partial<Record<ProblemCode, string>> = {
  INVALID_REQUEST: 'Correct the address and scan again.',
  UNAUTHORIZED: 'Check the key, or use the public sandbox key.',
  FORBIDDEN: 'Scans need a key on the Pro plan. The public sandbox key has it, with invented data.',
  NOT_FOUND: 'Check the spelling of the name, or enter the address itself.',
  UNPROCESSABLE: 'Enter the address of a wallet.',
  NAME_RESOLUTION_FAILED: 'Enter the address itself, or try the name again later.',
  INTERNAL_ERROR: 'Try again. If it stays, report it with the request id.',
}

/** Path of the scan below this site. The key is a header and never a part of it. */
export function scanPath(address: string): string {
  return `/v1/wallet/${encodeURIComponent(address.toWellFormed())}`
}

/** Asks this site for a scan. Never rejects. */
export async function askForScan(
  address: string,
  key: string,
  { get, cancel, now }: AskOptions,
): Promise<ScanAnswer> {
  try {
    const response = await get(scanPath(address), {
      headers: { 'X-API-Key': key },
      signal: AbortSignal.any([cancel, AbortSignal.timeout(TIMEOUT_MS)]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const body = await response.text()
    if (cancel.aborted) return { kind: 'cancelled' }
    const parsed = body.length > MAX_CHARACTERS ? null : parse(body)
    const scan = response.status === 200 ? readScan(parsed) : null
    if (scan) return { kind: 'scan', scan, body }
    return { kind: 'problem', problem: problemOf(response, parsed, now()) }
  } catch {
    return cancel.aborted ? { kind: 'cancelled' } : { kind: 'problem', problem: NO_ANSWER }
  }
}

const NO_ANSWER: ScanProblem = {
  title: 'No answer',
  text: [
    'The request failed, or no answer came within 30 seconds, where the service takes at most 8. Nothing is known about the wallet. Check the connection and scan again.',
  ],
  documentation: null,
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function problemOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  now: number,
): ScanProblem {
  const error = isObject(body) ? objectIn(body, 'error') : {}
  const code = codeOf(textIn(error, 'code'))
  const retry = formatRetry(headers.get('Retry-After'), now)
  const requestId = headers.get('X-Request-Id')
  if (code === null) {
    const text = `Status ${status}, in a form that this page cannot read. Nothing is known about the wallet.`
    return { title: 'An unexpected answer', text: [text, ...retry], documentation: null }
  }
  const details: unknown = Reflect.get(objectIn(error, 'details'), 'address')
  const reasons = Array.isArray(details) ? details.filter((each) => typeof each === 'string') : []
  const advice = ADVICE[code]
  const quoted = code === 'INTERNAL_ERROR' && requestId ? [`Request id: ${requestId}.`] : []
  return {
    title: textIn(error, 'message') ?? PROBLEMS[code].message,
    text: [
      ...reasons.map((reason) => `The address ${reason}.`),
      ...(advice ? [advice] : []),
      ...retry,
      ...quoted,
    ],
    documentation: errorPage(code),
  }
}

function codeOf(text: string | null): ProblemCode | null {
  return text !== null && Object.hasOwn(PROBLEMS, text) ? (text as ProblemCode) : null
}

/** When to ask again, from `Retry-After` in seconds. */
function formatRetry(header: string | null, now: number): string[] {
  const seconds = header !== null && /^\d{1,7}$/.test(header) ? Number(header) : null
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
