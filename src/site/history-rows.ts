import type { HistoryColumns } from '../contract/history.ts'
import type { Day } from '../domain/day.ts'
import { points } from '../domain/format.ts'
import { type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import type { Bounds } from './history-chart.ts'

/** Rows of the table under the chart. The API has every day. */
export const MAX_DAYS = 12

export interface HistoryRow {
  day: Day
  composite: number | null
  level: RiskLevel | null
  /** Null without a score, and where none is on record. */
  range: Bounds | null
  tvlUsd: number | null
  methodology: string
}

/** The newest days on which the score or the method changed, newest first; every day where there are few. */
export function rowsOf(history: HistoryColumns): HistoryRow[] {
  const { days, composite, tvlUsd, methodologies } = history
  const bounds = boundsOf(history)
  const rows = days.map((on, index) => {
    const score = composite[index] ?? null
    return {
      day: on,
      composite: score,
      level: score === null ? null : riskLevel(score),
      range: bounds[index] ?? null,
      tvlUsd: tvlUsd[index] ?? null,
      methodology: methodologies.findLast(({ from }) => from <= on)?.version ?? '',
    }
  })
  const isChange = (row: HistoryRow, at: number) => {
    const before = rows[at - 1]
    return before?.composite !== row.composite || before.methodology !== row.methodology
  }
  const kept = rows.length <= MAX_DAYS ? rows : rows.filter(isChange)
  return kept.slice(-MAX_DAYS).toReversed()
}

/** `3.2 to 5.1`; a dash without a score, and a question mark where no range is on record. */
export function formatRange({ composite, range }: Pick<HistoryRow, 'composite' | 'range'>): string {
  if (range === null) return composite === null ? '–' : '?'
  return `${points(range.low)} to ${points(range.high)}`
}

/** The range of each day; null without a score, and where none is on record. */
export function boundsOf({ range }: HistoryColumns): (Bounds | null)[] {
  return range.low.map((low, index) => {
    const high = range.high[index] ?? null
    return low === null || high === null ? null : { low, high }
  })
}
