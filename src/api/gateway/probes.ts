import { HEALTH_A_MINUTE } from '../../contract/plans.ts'
import { setBounded } from '../http/set-bounded.ts'
import { MINUTE_MS, windowNumber } from '../state/time-window.ts'

/** Most callers that are counted at once; beyond them the least recent one is dropped. */
const MAX_CALLERS = 10_000

interface Minute {
  minute: number
  counts: Map<string, number>
}

/** Health checks of the current minute, in memory, by instance. */
const minutes = new WeakMap<object, Minute>()

/** Counts a health check. False when the caller has reached the limit of this minute. */
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
  setBounded(counts, caller, used + 1, MAX_CALLERS)
  return true
}
