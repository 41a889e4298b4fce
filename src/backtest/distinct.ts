import type { Day } from '../domain/day.ts'
import { type Loss, outcomeOf } from './labels.ts'
import { type JudgedRow, lossOf } from './rows.ts'

export interface DistinctRows<Row> {
  rows: Row[]
  /** Place of each kept row among the rows given. */
  indices: number[]
}

/**
 * The rows with each incident in one cohort only: the latest one that has a row for it. Windows overlap, so an incident
 * may lie in those of several cohorts. A row that keeps none of its incidents is left out: it is neither an event, which
 * would count the incident again, nor a comparison, because the protocol was exploited. A row that keeps some of them has
 * the losses of those alone.
 */
export function distinctEvents<Row extends JudgedRow>(rows: readonly Row[]): DistinctRows<Row> {
  const latest = new Map<string, Day>()
  for (const { cohort, event } of rows) {
    for (const incident of event?.incidents ?? []) {
      const known = latest.get(keyOf(incident))
      if (known === undefined || cohort > known) latest.set(keyOf(incident), cohort)
    }
  }
  const kept: DistinctRows<Row> = { rows: [], indices: [] }
  for (const [index, row] of rows.entries()) {
    const own = row.event?.incidents.filter(
      (incident) => latest.get(keyOf(incident)) === row.cohort,
    )
    if (own?.length === 0) continue
    const event = own ? outcomeOf(own) : null
    kept.rows.push({ ...row, event, ...lossOf(event, row.lossBase) })
    kept.indices.push(index)
  }
  return kept
}

/** The same in every cohort. */
function keyOf({ day, name }: Loss): string {
  return `${day} ${name}`
}
