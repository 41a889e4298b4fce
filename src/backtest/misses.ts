import { compareText } from '../domain/text-order.ts'
import { placement } from '../statistics/auc.ts'
import { round } from '../statistics/bootstrap.ts'

import { byGroup } from '../statistics/metrics.ts'
import type { Miss } from './report.ts'
import type { JudgedRow, LostEvent } from './rows.ts'
import { strataOf } from './sample.ts'

const REASON: Record<LostEvent['reason'], string> = {
  'out-of-scope': 'out of scope: an exchange, a chain, dead, or on chains that are not scored',
  'not-scored': 'not scored',
  'no-size': 'no TVL is known',
}

/**
 * Events that the score ranked below half of the non-events of their cohort and size, the lowest first; then the events of
 * protocols without a score.
 */
export function missesOf(rows: readonly JudgedRow[], lost: readonly LostEvent[]): Miss[] {
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
  return compareText(a.cohort, b.cohort) || compareText(a.day, b.day) || compareText(a.name, b.name)
}
