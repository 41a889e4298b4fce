import { type Day, daysBetween } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { UpstreamClock } from '../ingest/upstream-day.ts'

/** A run just before or after midnight may differ by this much. */
const MAX_APART_DAYS = 1

/**
 * Throws `SNAPSHOT_REFUSED` when the day of a run is not that of the hosts that answered: once a day ahead is stored, every right
 * day after it is refused. Without an answer there is nothing to compare with.
 */
export function refuseOtherDay(asOf: Day, clock: UpstreamClock): void {
  const upstream = clock.read()
  if (!upstream || Math.abs(daysBetween(asOf, upstream.day)) <= MAX_APART_DAYS) return
  const { day, hosts } = upstream
  throw new PlimsollError(
    'SNAPSHOT_REFUSED',
    `No snapshot was taken, and nothing was stored. The run is of ${asOf}, but it is ${day} by the Date headers of the upstreams (${hosts} ${hosts === 1 ? 'host' : 'hosts'} answered). Correct the clock of this machine, or leave --as-of out.`,
  )
}
