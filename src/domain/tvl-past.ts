import { dayNumber } from './day.ts'
import { sumTvl } from './protocol.ts'
import { known, missing, type Reading } from './reading.ts'
import type { DailyTotals, ProtocolRecord } from './record.ts'
import { isSameLevel } from './tvl-jump.ts'

/** Largest distance of a stored day from the one that is asked for. */
const TOLERANCE_DAYS = 3

/** Limits of a change over seven days as a fraction, as of upstream's. */
const CHANGE_LIMITS = { min: -1, max: 10 }

/**
 * Change of TVL over the `days` days up to day number `last` as a fraction; null without a stored day near the first one, or when TVL
 * was zero. A stored day that is far from the median of the days around it is a fault of upstream, and another one is taken.
 */
export function changeSince(
  history: DailyTotals,
  last: number,
  days: number,
  tvlUsd: number,
): number | null {
  const first = last - days
  const near = history.days
    .map((day, index) => ({ distance: Math.abs(day - first), usd: history.usd[index] ?? 0 }))
    .filter(({ distance }) => distance <= TOLERANCE_DAYS)
  const amounts = near.map(({ usd }) => usd).sort((a, b) => a - b)
  const median = amounts[Math.floor(amounts.length / 2)] ?? 0
  const [before] = near
    .filter(({ usd }) => usd > 0 && isSameLevel(usd, median))
    .sort((a, b) => a.distance - b.distance)
  return before ? Math.round((tvlUsd / before.usd - 1) * 1e4) / 1e4 : null
}

/**
 * Upstream's change of TVL over a week, where it agrees with ours. Else our own: upstream measures from a spike of the week before as
 * well, and of a TVL that is held. Without our own, the change of a held TVL is missing.
 */
export function weekChange({
  facts,
  history,
  tvl,
  tvlHeld,
}: Pick<ProtocolRecord, 'facts' | 'history' | 'tvl' | 'tvlHeld'>): Reading<number> | undefined {
  const given = facts.tvlChange7d
  if (!given?.known || !tvl.known) return given
  const change = changeSince(history, dayNumber(tvl.asOf), 7, sumTvl(tvl.value))
  if (change === null) return tvlHeld ? missing('refused', given.source) : given
  if (!tvlHeld && isSameLevel(1 + given.value, 1 + change)) return given
  const { min, max } = CHANGE_LIMITS
  return known(Math.min(max, Math.max(min, change)), tvl.asOf, given.source)
}
