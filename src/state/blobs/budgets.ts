import type { Counter } from '../state-store.ts'
import { dayOf } from '../time-window.ts'
import type { Blobs } from './access.ts'
import { readVersioned, writeUnchanged } from './conditional.ts'

/** Times that an instance tries to write before the others; more of them at once than that are refused. */
const ATTEMPTS = 8

/**
 * Takes the cost of a request from a counter's limit of the day, which all instances share exactly: one blob, changed only by who has read
 * its last value. False when the limit leaves too little, or others are faster each time. It is deleted with the day's windows.
 */
export async function takeFromBudget(
  blobs: Blobs,
  { caller, limits, cost = 1 }: Counter,
  now: number,
): Promise<boolean> {
  const place = [`windows-${dayOf(now)}-budgets`, caller] as const
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readVersioned(blobs, place)
    // A text that is no number refuses.
    const sum = (found ? Number.parseInt(found.text, 10) : 0) + cost
    if (!(sum <= limits.daily)) return false
    if (await writeUnchanged(blobs, place, String(sum), found?.version ?? null)) return true
  }
  return false
}
