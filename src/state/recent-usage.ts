import type { DayUsage, StateStore } from './state-store.ts'
import { monthOf } from './time-window.ts'

export interface RecentUsage {
  /** The days of this UTC month that have any usage, oldest first. */
  days: DayUsage[]
  /** The last day of this or the last month on which each key was used, `YYYY-MM-DD`, by the id of the key. */
  lastUsed: Map<string, string>
}

/** What an account used in this and the last month. */
export async function readRecentUsage(
  state: StateStore,
  accountId: string,
  now: number,
): Promise<RecentUsage> {
  const [before, days] = await Promise.all([
    state.usage(accountId, monthBefore(now)),
    state.usage(accountId, monthOf(now)),
  ])
  const lastUsed = new Map<string, string>()
  for (const { day, keys } of [...before, ...days]) {
    for (const [id, count] of Object.entries(keys)) {
      if (day !== null && count > 0) lastUsed.set(id, day)
    }
  }
  return { days, lastUsed }
}

/** The UTC month before the one of an instant, `YYYY-MM`. */
function monthBefore(now: number): string {
  return monthOf(Date.parse(`${monthOf(now)}-01T00:00:00.000Z`) - 1)
}
