import type { LedgerDimension } from './ledger.ts'
import { formatMove } from './moves.ts'

/** A change below this many points is none: scores are shown to one decimal. */
const SAME = 0.05

/** The change of a dimension in about 30 days, such as `0.7 safer`; `–` where it has no score, and `?` without an earlier one. */
export function dimensionTrend(
  { score, trendSince }: Pick<LedgerDimension, 'score' | 'trendSince'>,
  trend: number,
): string {
  if (score === null) return '–'
  if (trendSince === null) return '?'
  return Math.abs(trend) < SAME ? 'no change' : formatMove(trend)
}
