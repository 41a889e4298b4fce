import { type Day, dayOf, isDay } from '../../domain/day.ts'

/** The day from unix seconds or `YYYY-MM-DD`; null for anything else. */
export function dayOfUpstream(value: number | string | null | undefined): Day | null {
  if (typeof value === 'number') {
    return value > 0 && value < 4_102_444_800 ? dayOf(value * 1000) : null
  }
  const day = value?.slice(0, 10)
  return day !== undefined && isDay(day) ? day : null
}
