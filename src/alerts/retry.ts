import type { Settled } from '../state/webhook-store.ts'
import type { Sent } from './send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Time to the next attempt after each one that failed: nine attempts within two days. Then the alert is given up. */
export const WAITS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const

/** A receiver may ask for a later attempt, up to this. */
const LONGEST_WAIT = 24 * HOUR

/**
 * How a delivery goes on after an attempt. Waits are up to a tenth longer by chance, so that receivers that failed together are not
 * asked together. `attempts` includes this one; `random` gives 0 to 1.
 */
export function afterAttempt(
  { attempt, retryAfter, isGone }: Sent,
  { attempts, now, random }: { attempts: number; now: number; random: () => number },
): Settled {
  const lastAttempt = attempt
  if (attempt.problem === null) return { status: 'delivered', attempts, dueAt: now, lastAttempt }
  const wait = isGone ? undefined : WAITS[attempts - 1]
  if (wait === undefined) return { status: 'given-up', attempts, dueAt: now, lastAttempt }
  const asked = Math.min((retryAfter ?? 0) * 1_000, LONGEST_WAIT)
  const dueAt = now + Math.max(wait * (1 + random() / 10), asked)
  return { status: 'waiting', attempts, dueAt: Math.ceil(dueAt), lastAttempt }
}
