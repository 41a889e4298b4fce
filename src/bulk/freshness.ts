import { DAY_MS } from '../domain/day.ts'

/** A site that misses three refreshes still vouches for its tables. */
const REFRESHES = 4

/** A week at least, so that a build that fails over a weekend does no harm. */
const MIN_DAYS = 7

/** The version of the next manifest: seconds since 1970, so that it rises without the last one at hand, and always more than that one. */
export function nextVersion(now: Date, last: number): number {
  return Math.max(Math.floor(now.getTime() / 1_000), last + 1)
}

/** The instant until which a manifest of now is current, as ISO 8601 in UTC. */
export function expiryOf(now: Date, refreshDays: number): string {
  return new Date(now.getTime() + lifetimeMs(refreshDays)).toISOString()
}

/** Whether a manifest must be signed again: less than half of its time is left. */
export function isDue(expires: string | null, now: Date, refreshDays: number): boolean {
  return expires === null || Date.parse(expires) - now.getTime() < lifetimeMs(refreshDays) / 2
}

function lifetimeMs(refreshDays: number): number {
  return Math.max(MIN_DAYS, REFRESHES * refreshDays) * DAY_MS
}
