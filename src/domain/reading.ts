import type { Day } from './day.ts'

/**
 * Why a value is missing.
 * `not-covered`: the source responded and does not have it. `refused`: the source sent an implausible or invalid value.
 * `upstream-failed`: the source could not be read. `stale`: the last good value is older than its limit.
 * `not-in-sample`: the bundled sample or the replayed recording leaves it out; a live run reads it.
 * `not-read-yet`: a later run reads it. `unmatched`: the source has entries without a protocol, and one of them may belong
 * to this one. `unconfirmed`: no two nodes of its chain say the same.
 */
export const MISSING_REASONS = [
  'not-covered',
  'refused',
  'upstream-failed',
  'stale',
  'not-in-sample',
  'not-read-yet',
  'unmatched',
  'unconfirmed',
] as const

export type MissingReason = (typeof MISSING_REASONS)[number]

export interface Known<T> {
  known: true
  value: T
  asOf: Day
  source: string
}

export interface Missing {
  known: false
  reason: MissingReason
  source: string
}

/** A value with its date and source, or the reason why there is none. Zero is a value; missing is not. */
export type Reading<T> = Known<T> | Missing

export function known<T>(value: T, asOf: Day, source: string): Known<T> {
  return { known: true, value, asOf, source }
}

export function missing(reason: MissingReason, source: string): Missing {
  return { known: false, reason, source }
}

/** The reading with its value changed; a missing reading stays as it is. */
export function mapReading<T, U>(reading: Reading<T>, change: (value: T) => U): Reading<U> {
  return reading.known ? { ...reading, value: change(reading.value) } : reading
}
