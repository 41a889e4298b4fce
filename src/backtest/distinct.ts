import type { Day } from '../domain/day.ts'
import type { LabelIncident } from './incident-list.ts'
import { outcomeOf } from './labels.ts'
import { type BacktestRow, lossOf } from './rows.ts'

export interface DistinctRows {
  rows: BacktestRow[]
  /** Place of each kept row among the rows given. */
  indices: number[]
}

/**
 * The rows with each incident in one cohort only: the latest one that has a row for it. Windows overlap, so an incident
 * may lie in those of several cohorts. A row that keeps none of its incidents is left out: it is neither an event, which
 * would count the incident again, nor a comparison, because the protocol was exploited. A row that keeps some of them has
 * the losses of those alone.
 */
export function distinctEvents(rows: readonly BacktestRow[]): DistinctRows {
  const latest = new Map<LabelIncident, Day>()
  for (const { cohort, event } of rows) {
    for (const incident of event?.incidents ?? []) {
      const known = latest.get(incident)
      if (known === undefined || cohort > known) latest.set(incident, cohort)
    }
  }
  const kept: DistinctRows = { rows: [], indices: [] }
  for (const [index, row] of rows.entries()) {
    const own = row.event?.incidents.filter((incident) => latest.get(incident) === row.cohort)
    if (own?.length === 0) continue
    const event = own ? outcomeOf(own) : null
    kept.rows.push({ ...row, event, ...lossOf(event, row.sizeUsd) })
    kept.indices.push(index)
  }
  return kept
}
