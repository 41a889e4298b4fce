import { ENDPOINT_GROUPS, type EndpointGroup } from '../contract/endpoint-groups.ts'
import type { DayUsage, UsageCounts } from './state-store.ts'

/** Name of the count of refused requests. */
export const REFUSED = 'refused'

/** A count of a meter: the day, or null for a month of before days were kept, its name, and a number. */
export type MeterEntry = readonly [day: string | null, name: string, used: unknown]

export function noUsage(): UsageCounts {
  return { protocols: 0, wallet: 0, screener: 0, other: 0 }
}

/** Name of the count of admitted requests of a key to a group. One count holds both, so a request costs one write. */
export function meterName(group: EndpointGroup, keyId: string): string {
  return `${group}:${keyId}`
}

/**
 * Usage by day from the counts in a store, oldest first, what has no day before it. A name that this version does not know counts
 * as nothing. Null when a count is not a whole number.
 */
export function parseDays(entries: Iterable<MeterEntry>): DayUsage[] | null {
  const days = new Map<string | null, DayUsage>()
  for (const [day, name, value] of entries) {
    const used = Number(value)
    if (!Number.isSafeInteger(used) || used < 0) return null
    if (used > 0) add(days, day, name, used)
  }
  return [...days.values()].sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
}

function add(days: Map<string | null, DayUsage>, day: string | null, name: string, used: number) {
  const [first = '', keyId] = name.split(':')
  const group = ENDPOINT_GROUPS.find((known) => known === first)
  if (group === undefined && name !== REFUSED) return
  const usage = days.get(day) ?? { day, counts: noUsage(), refused: 0, keys: {} }
  days.set(day, usage)
  if (group === undefined) usage.refused += used
  else usage.counts[group] += used
  if (keyId !== undefined) usage.keys[keyId] = (usage.keys[keyId] ?? 0) + used
}

/** Admitted requests of several days together. */
export function sumOfDays(days: readonly DayUsage[]): UsageCounts {
  const sum = noUsage()
  for (const { counts } of days) {
    for (const group of ENDPOINT_GROUPS) sum[group] += counts[group]
  }
  return sum
}
