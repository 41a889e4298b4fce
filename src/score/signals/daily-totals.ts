import { dayNumber } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { DailyTotals } from '../../domain/record.ts'
import type { Subject } from '../subject.ts'

/** A window is judged only when at least this share of its days is there. */
const MINIMUM_DAYS_SHARE = 0.8

/** Daily TVL of the `days` days up to the snapshot, values above zero only; missing when too many days are. */
export function recentTotals(subject: Subject, days: number): Reading<DailyTotals> {
  const { history, tvl } = subject.record
  const last = dayNumber(subject.asOf)
  const recent: DailyTotals = { days: [], usd: [] }
  history.days.forEach((day, index) => {
    const usd = history.usd[index]
    if (day > last - days && day <= last && usd !== undefined && usd > 0) {
      recent.days.push(day)
      recent.usd.push(usd)
    }
  })
  if (recent.days.length < days * MINIMUM_DAYS_SHARE) return missing('not-covered', tvl.source)
  return known(recent, subject.asOf, tvl.source)
}
