import type { Limits } from '../../contract/plans.ts'
import { DAY_MS } from '../../domain/day.ts'
import type { HitResult, WindowName } from '../../state/state-store.ts'
import { MINUTE_MS, secondsLeft, windowEnd } from '../../state/time-window.ts'

/** The limits of a caller, what is used of them, and when. */
export interface LimitUse {
  limits: Limits
  used: HitResult
  now: number
}

/** Headers that every response carries. `X-RateLimit-*` is the day, `X-RateLimit-Burst-*` the minute. */
export function rateHeaders({ limits, used, now }: LimitUse): Record<string, string> {
  const day = remaining(limits.daily, used.dailyUsed)
  const minute = remaining(limits.burst, used.burstUsed)
  const dayEnds = secondsLeft(now, DAY_MS)
  const minuteEnds = secondsLeft(now, MINUTE_MS)
  return {
    'X-RateLimit-Limit': String(limits.daily),
    'X-RateLimit-Remaining': String(day),
    'X-RateLimit-Reset': String(windowEnd(now, DAY_MS) / 1_000),
    'X-RateLimit-Burst-Limit': String(limits.burst),
    'X-RateLimit-Burst-Remaining': String(minute),
    // draft-ietf-httpapi-ratelimit-headers-11, 23 May 2026
    'RateLimit-Policy': `"minute";q=${limits.burst};w=60, "day";q=${limits.daily};w=86400`,
    RateLimit: `"minute";r=${minute};t=${minuteEnds}, "day";r=${day};t=${dayEnds}`,
  }
}

/** The longest window that refused a caller. */
export function refusedWindow({ limits, used }: LimitUse): WindowName {
  if (used.refusedBy) return used.refusedBy.window
  return used.dailyUsed >= limits.daily ? 'day' : 'minute'
}

/** Seconds until a refused caller is admitted again: the end of the longest window that refused it. */
export function retryAfter(standing: LimitUse): number {
  return secondsLeft(standing.now, refusedWindow(standing) === 'day' ? DAY_MS : MINUTE_MS)
}

function remaining(limit: number, used: number): number {
  return Math.max(0, limit - used)
}
