import { type Day, dayNumber } from '../domain/day.ts'
import { COMPARED_DAYS } from '../domain/past.ts'

/** Up to this age in days, every snapshot can be compared with the newest one. */
const EVERY_DAYS = 10

/** Up to this age, one of each week; up to `COMPARED_DAYS`, one of every four weeks. */
const WEEKLY_DAYS = 45

const WEEK = 7
const FOUR_WEEKS = 28

/**
 * The snapshots that the newest is compared with, out of those before it in ascending order: all of the last ten days, the first of
 * each week up to 45 days, the first of every four weeks up to 400 days, and the first by each methodology. Weeks are counted from
 * 1970-01-01, so a snapshot that is left out once is never chosen later.
 */
export function chooseComparisons<T extends { day: Day; methodology: string }>(
  earlier: readonly T[],
  newest: Day,
): T[] {
  const taken = new Set<string>()
  const first = (period: string) => {
    const isFirst = !taken.has(period)
    taken.add(period)
    return isFirst
  }
  return earlier.filter(({ day, methodology }) => {
    const number = dayNumber(day)
    const age = dayNumber(newest) - number
    const byMethod = first(`method ${methodology}`)
    const ofWeek = first(`week ${Math.floor(number / WEEK)}`)
    const ofMonth = first(`four weeks ${Math.floor(number / FOUR_WEEKS)}`)
    if (age <= 0 || age > COMPARED_DAYS) return false
    return byMethod || age <= EVERY_DAYS || (age <= WEEKLY_DAYS ? ofWeek : ofMonth)
  })
}
