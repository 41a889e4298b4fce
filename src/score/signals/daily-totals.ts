import { dayFromNumber, dayNumber } from '../../domain/day.ts'
import { median } from '../../domain/median.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { DailyTotals } from '../../domain/record.ts'
import type { Methodology } from '../methodology.ts'
import type { Subject } from '../subject.ts'

/**
 * Daily TVL of the last `days` days, values above zero only; missing when too few days are known.
 * Each value is the median of itself and its neighbours (Tukey's running median of three): a jump counts when the next
 * day confirms it, so a one-day error of an upstream adapter is not an outflow, and the last day is left out.
 */
export function recentTotals(
  subject: Subject,
  days: number,
  { parameters }: Methodology,
): Reading<DailyTotals> {
  const { history, tvl } = subject.record
  const last = Math.min(dayNumber(subject.asOf), dayNumber(tvl.known ? tvl.asOf : subject.asOf))
  const points = history.days.flatMap((day, index) => {
    const usd = history.usd[index] ?? 0
    return day > last - days && day <= last && usd > 0 ? [{ day, usd }] : []
  })
  if (points.length < days * parameters.history.minKnownShare) {
    return missing(history.missing ?? 'not-covered', tvl.source)
  }
  const smooth = points.slice(0, -1).map(({ day, usd }, index) => ({
    day,
    usd: median([points[index - 1]?.usd ?? usd, usd, points[index + 1]?.usd ?? usd]) ?? usd,
  }))
  const totals = { days: smooth.map(({ day }) => day), usd: smooth.map(({ usd }) => usd) }
  return known(totals, dayFromNumber(last), tvl.source)
}
