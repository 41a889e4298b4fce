import { dayNumber } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { DailyTotals } from '../../domain/record.ts'
import type { Subject } from '../subject.ts'

/** A window is judged only when at least this share of its days is there. */
const MINIMUM_DAYS_SHARE = 0.8

/** A day this many times above or below both of its neighbours is a fault of upstream's adapter, not a drain. */
const SPIKE_FACTOR = 2

/**
 * Daily TVL of the `days` days up to the snapshot, values above zero only; missing when too many days are.
 * A jump counts only when the next day confirms it, so one on the last day does not count yet.
 */
export function recentTotals(subject: Subject, days: number): Reading<DailyTotals> {
  const { history, tvl } = subject.record
  const last = dayNumber(subject.asOf)
  const points = history.days.flatMap((day, index) => {
    const usd = history.usd[index] ?? 0
    return day > last - days && day <= last && usd > 0 ? [{ day, usd }] : []
  })
  const recent = points.filter(
    ({ usd }, index) => !isSpike(points[index - 1]?.usd, usd, points[index + 1]?.usd),
  )
  if (recent.length < days * MINIMUM_DAYS_SHARE) return missing('not-covered', tvl.source)
  const totals = { days: recent.map(({ day }) => day), usd: recent.map(({ usd }) => usd) }
  return known(totals, subject.asOf, tvl.source)
}

function isSpike(before: number | undefined, usd: number, after: number | undefined): boolean {
  if (before === undefined) return false
  const isLow = usd * SPIKE_FACTOR < Math.min(before, after ?? before)
  const isHigh = usd > SPIKE_FACTOR * Math.max(before, after ?? before)
  return isLow || isHigh
}
