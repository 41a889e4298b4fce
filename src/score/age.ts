import type { Day } from '../domain/day.ts'

const MONTHS_PER_YEAR = 12

/**
 * Years from a day to a later one in whole calendar months, never negative. Ages are counted by the month, so that a
 * score does not change from day to day while its readings stay the same.
 */
export function yearsSince(day: Day, asOf: Day): number {
  return Math.max(0, monthNumber(asOf) - monthNumber(day)) / MONTHS_PER_YEAR
}

function monthNumber(day: Day): number {
  const [year, month] = day.split('-').map(Number)
  return (year ?? 0) * MONTHS_PER_YEAR + (month ?? 0)
}
