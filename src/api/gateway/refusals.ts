import { HEALTH_A_MINUTE, type Limits } from '../../contract/plans.ts'
import { type Answer, problem } from './answer.ts'
import type { KeyFault } from './caller.ts'
import { refusedWindow, retryAfter, type Standing } from './rate-headers.ts'

const KEY_FAULTS: Record<KeyFault | 'missing', string> = {
  missing: 'An API key is needed here. Send one in the header X-API-Key.',
  malformed:
    'The API key in the header X-API-Key is malformed: it was cut short, mistyped, or is something else. Send it as it was shown when it was made.',
  unknown:
    'The API key in the header X-API-Key is unknown here. Check that it was made for this service.',
  revoked: 'The API key in the header X-API-Key was revoked. Ask for a new one.',
}

/** 401 that says what is wrong with the key, and nothing of the key. */
export function unauthorized(fault: KeyFault | 'missing'): Answer {
  return problem('UNAUTHORIZED', { message: KEY_FAULTS[fault] })
}

/** 429 that says which limit is reached and when it ends. */
export function rateLimited(standing: Standing, scans?: Limits): Answer {
  const { limits } = standing
  const window = refusedWindow(standing) === 'day' ? 'daily' : 'burst'
  const what = `${count(limits[window])} requests${scans ? ` or ${count(scans[window])} wallet scans` : ''}`
  const seconds = retryAfter(standing)
  const message =
    window === 'daily'
      ? `The limit of ${what} a day is reached. It ends at midnight UTC, in ${seconds} seconds.`
      : `The limit of ${what} a minute is reached. It ends in ${seconds} seconds.`
  return problem('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': String(seconds) } })
}

/** 429 of the health check, which has a limit of its own. */
export function probesLimited(seconds: number): Answer {
  const message = `The limit of ${HEALTH_A_MINUTE} health checks a minute is reached. It ends in ${seconds} seconds.`
  return problem('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': String(seconds) } })
}

/** 404 of a protocol; whoever asks with a test key is told which ids there are. */
export function noSuchProtocol(set: 'live' | 'sandbox'): Answer {
  if (set === 'live') return problem('PROTOCOL_NOT_FOUND')
  const message =
    'No protocol of the sandbox matches the given id. A test key sees invented protocols only: their ids begin with sandbox- and are listed at /v1/protocols.'
  return problem('PROTOCOL_NOT_FOUND', { message })
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
