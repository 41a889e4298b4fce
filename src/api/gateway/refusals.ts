import { HEALTH_A_MINUTE, type Limits } from '../../contract/plans.ts'
import { type ApiResponse, problem } from '../../http/api-response.ts'
import type { KeyFault } from './caller.ts'
import { type LimitUse, refusedWindow, retryAfter } from './rate-headers.ts'

const KEY_FAULTS: Record<KeyFault | 'missing', string> = {
  missing: 'This endpoint needs an API key. Send one in the header X-API-Key.',
  malformed:
    'The API key in the header X-API-Key is malformed: it may be truncated or mistyped. Send it exactly as it was shown when it was created.',
  unknown:
    'The API key in the header X-API-Key is unknown. Check that it was issued for this service.',
  revoked: 'The API key in the header X-API-Key was revoked. Request a new one.',
}

/** 401 that names the fault of the key and repeats no part of it. */
export function unauthorized(fault: KeyFault | 'missing'): ApiResponse {
  return problem('UNAUTHORIZED', { message: KEY_FAULTS[fault] })
}

/** 429 that names the limit and when it resets. */
export function rateLimited(standing: LimitUse, scans?: Limits): ApiResponse {
  const { limits } = standing
  const window = refusedWindow(standing) === 'day' ? 'daily' : 'burst'
  const what = `${count(limits[window])} requests${scans ? ` or ${count(scans[window])} wallet scans` : ''}`
  const seconds = retryAfter(standing)
  const message =
    window === 'daily'
      ? `You have reached the limit of ${what} a day. It resets at midnight UTC, in ${seconds} seconds.`
      : `You have reached the limit of ${what} a minute. It resets in ${seconds} seconds.`
  return problem('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': String(seconds) } })
}

const SHARED_BY = {
  'key address': 'Keys on the Free plan from your address',
  'key network': 'Keys on the Free plan from your network',
  'address network': 'The addresses of your network',
}

/** 429 that names a limit which the caller shares with others, and when it resets. */
export function sharedLimited(
  standing: LimitUse,
  by: keyof typeof SHARED_BY,
  { burst, daily }: Limits,
): ApiResponse {
  const window = refusedWindow(standing)
  const seconds = retryAfter(standing)
  const limit = count(window === 'day' ? daily : burst)
  const message = `${SHARED_BY[by]} have together reached the limit of ${limit} requests a ${window}. It resets in ${seconds} seconds.`
  return problem('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': String(seconds) } })
}

/** 429 for health checks, which have a limit of their own. */
export function probesLimited(seconds: number): ApiResponse {
  const message = `You have reached the limit of ${HEALTH_A_MINUTE} health checks a minute. It resets in ${seconds} seconds.`
  return problem('RATE_LIMIT_EXCEEDED', { message, headers: { 'Retry-After': String(seconds) } })
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
