import type { DAY_MS } from '../domain/day.ts'
export const MINUTE_MS = 60_000

/** Limits count in whole UTC minutes and days: windows of either length, numbered from 1970. */
export type WindowMs = typeof MINUTE_MS | typeof DAY_MS

export function windowNumber(now: number, windowMs: WindowMs): number {
  return Math.floor(now / windowMs)
}

/** Milliseconds since 1970. */
export function windowStart(now: number, windowMs: WindowMs): number {
  return windowNumber(now, windowMs) * windowMs
}

/** Milliseconds since 1970. */
export function windowEnd(now: number, windowMs: WindowMs): number {
  return windowStart(now, windowMs) + windowMs
}

/** Seconds until the window ends, rounded up so that a client that waits this long is in the next one. */
export function secondsLeft(now: number, windowMs: WindowMs): number {
  return Math.ceil((windowEnd(now, windowMs) - now) / 1_000)
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** The UTC month of an instant, `YYYY-MM`. */
export function monthOf(now: number): string {
  return dayOf(now).slice(0, 7)
}
