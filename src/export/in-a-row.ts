import { daysBetween } from '../domain/day.ts'
import type { PastShares } from '../domain/past.ts'

/**
 * Whether snapshots, oldest first, say what changed from one to the next: each by the same tables as the one before, and at most so many
 * days after it.
 */
export function areInARow(snapshots: readonly PastShares[], mostDays: number): boolean {
  return snapshots.every((one, at) => {
    const last = snapshots[at - 1]
    return !last || (last.tables === one.tables && daysBetween(last.day, one.day) <= mostDays)
  })
}
