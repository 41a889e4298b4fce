import { type Day, dayNumber } from '../domain/day.ts'
import { median } from '../domain/median.ts'
import type { Reading } from '../domain/reading.ts'
import type { DailyTotals } from '../domain/record.ts'

/**
 * TVL after a day in US dollars: the larger of the newest reading and the median of the last `medianDays` known days, of those after it.
 * One low reading accuses of nothing, and to hide the history never pays. Null when none is known.
 */
export function tvlAfter(
  day: Day,
  { days, usd }: DailyTotals,
  newest: Reading<number>,
  medianDays: number,
): number | null {
  const first = days.findIndex((number) => number > dayNumber(day))
  const last = first === -1 ? [] : usd.slice(first).slice(-medianDays)
  const read = newest.known && newest.asOf > day ? newest.value : []
  const after = [median(last) ?? [], read].flat()
  return after.length === 0 ? null : Math.max(...after)
}
