import { placement } from './auc.ts'
import { round } from './bootstrap.ts'
import { strataOf } from './evaluate.ts'
import { byGroup } from './metrics.ts'
import type { Miss } from './report.ts'
import type { BacktestRow, LostEvent } from './rows.ts'

const REASON: Record<LostEvent['reason'], string> = {
  'out-of-scope': 'out of scope: an exchange, a chain, dead, or on chains that are not scored',
  'not-scored': 'not scored',
  'no-size': 'no TVL is known',
}

/**
 * Events that the score did not put above half of the non-events of their cohort and size, the lowest first; then those
 * that have no score to judge.
 */
export function missesOf(rows: readonly BacktestRow[], lost: readonly LostEvent[]): Miss[] {
  const scored = [...byGroup(strataOf(rows)).values()].flatMap((group) => {
    const own = group.flatMap((index) => rows[index] ?? [])
    const others = own.filter(({ event }) => event === null).map(({ composite }) => composite)
    return own.flatMap((row): Miss[] => {
      const above = row.event && placement(row.composite, others)
      if (row.event === null || above === null || above >= 0.5) return []
      return [
        {
          cohort: row.cohort,
          name: row.name,
          day: row.event.day,
          lossUsd: row.event.lossUsd,
          composite: row.composite,
          level: row.level,
          above: round(above),
          severe: row.isSevere,
          reason: 'scored below half of its like',
        },
      ]
    })
  })
  const unscored = lost.map(
    ({ cohort, name, day, lossUsd, reason, detail }): Miss => ({
      cohort,
      name,
      day,
      lossUsd,
      composite: null,
      level: null,
      above: null,
      severe: false,
      reason: detail === '' ? REASON[reason] : `${REASON[reason]}: ${detail}`,
    }),
  )
  return [...scored.sort(byPlacement), ...unscored.sort(byDay)]
}

function byPlacement(a: Miss, b: Miss): number {
  return (a.above ?? 0) - (b.above ?? 0) || byDay(a, b)
}

function byDay(a: Miss, b: Miss): number {
  return compare(a.cohort, b.cohort) || compare(a.day, b.day) || compare(a.name, b.name)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
