import type { StateStore } from '../api/state/state-store.ts'
import { monthOf } from '../api/state/time-window.ts'

/** The last day on which each key of an account was used in this or the last month, by the id of the key. */
export async function lastUsedDays(
  state: StateStore,
  accountId: string,
  now: number,
): Promise<Map<string, string>> {
  const months = [monthBefore(now), monthOf(now)].map((month) => state.usage(accountId, month))
  const last = new Map<string, string>()
  for (const { day, keys } of (await Promise.all(months)).flat()) {
    for (const [id, count] of Object.entries(keys)) {
      if (day !== null && count > 0) last.set(id, day)
    }
  }
  return last
}

/** The UTC month before the one of an instant, `YYYY-MM`. */
function monthBefore(now: number): string {
  return monthOf(Date.parse(`${monthOf(now)}-01T00:00:00.000Z`) - 1)
}
