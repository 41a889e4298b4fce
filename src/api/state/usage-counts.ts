import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import type { UsageCounts } from './state-store.ts'

export function noUsage(): UsageCounts {
  return { protocols: 0, wallet: 0, screener: 0, other: 0 }
}

/** Parses counts from a store; an absent group counts as 0. Null when a count is not a whole number. */
export function parseUsage(entries: Iterable<readonly [string, unknown]>): UsageCounts | null {
  const given = new Map(entries)
  const counts = noUsage()
  for (const group of ENDPOINT_GROUPS) {
    const used = Number(given.get(group) ?? 0)
    if (!Number.isSafeInteger(used) || used < 0) return null
    counts[group] = used
  }
  return counts
}
