import { DAY_MS, type Day } from './day.ts'

/** Most days from one snapshot to the next when all goes well: `functions/rebuild.ts` runs on Mondays and Thursdays. */
export const REFRESH_DAYS = 4

/** Milliseconds from the first instant of a snapshot's day to `now`; never negative. */
export function snapshotAge(asOf: Day, now: number): number {
  return Math.max(0, now - Date.parse(`${asOf}T00:00:00Z`))
}

/** Whether a snapshot is older than twice the refresh interval. Without an interval (null) it never is. */
export function isStale(asOf: Day, refreshDays: number | null, now: number): boolean {
  return refreshDays !== null && snapshotAge(asOf, now) > 2 * refreshDays * DAY_MS
}
