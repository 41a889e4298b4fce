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

/** For the head of a page: how old a stale snapshot is; null for one that is not. */
export function staleNotice(asOf: Day, refreshDays: number | null, now: number): string | null {
  if (!isStale(asOf, refreshDays, now)) return null
  return `Not current: ${Math.floor(snapshotAge(asOf, now) / DAY_MS)} days old.`
}
