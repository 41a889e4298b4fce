import { HEALTH_A_MINUTE } from '../../contract/plans.ts'
import { MINUTE_MS, windowNumber } from '../state/time-window.ts'

/** Callers that are counted at once; the first of the minute makes room. */
const MAX_CALLERS = 10_000

interface Minute {
  minute: number
  counts: Map<string, number>
}

/** What health checks have cost in the current minute, in memory, by the instance that answers them. */
const minutes = new WeakMap<object, Minute>()

/** Counts a health check of a caller, and says whether the instance still answers it within this minute. */
export function admitProbe(instance: object, caller: string, now: number): boolean {
  const minute = windowNumber(now, MINUTE_MS)
  let current = minutes.get(instance)
  if (current?.minute !== minute) {
    current = { minute, counts: new Map() }
    minutes.set(instance, current)
  }
  const { counts } = current
  const used = counts.get(caller) ?? 0
  if (used >= HEALTH_A_MINUTE) return false
  const [oldest] = used === 0 && counts.size >= MAX_CALLERS ? counts.keys() : []
  if (oldest !== undefined) counts.delete(oldest)
  counts.set(caller, used + 1)
  return true
}
