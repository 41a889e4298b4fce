import type { Label } from '../statistics/auc.ts'
import { clusterResamples } from '../statistics/bootstrap.ts'
import { byGroup, quintiles } from '../statistics/metrics.ts'
import type { JudgedRow } from './rows.ts'

/** What all figures over some rows share: their labels, what they are compared within, and one set of resamples. */
export interface Sample {
  rows: readonly JudgedRow[]
  cohorts: string[]
  /** Cohort and fifth by TVL. */
  strata: string[]
  /** Cohort and activity. */
  activities: string[]
  /** Cohort, activity, and the smaller or larger half of it by TVL. */
  halves: string[]
  any: Label[]
  severe: Label[]
  resamples: Uint8Array[]
}

export interface ResampleOptions {
  /** Number of resamples. */
  resamples: number
  seed: number
}

export function sampleOf(rows: readonly JudgedRow[], { resamples, seed }: ResampleOptions): Sample {
  const cohorts = rows.map(({ cohort }) => cohort)
  const activities = rows.map(({ cohort, activity }) => `${cohort}/${activity ?? ''}`)
  const families = rows.map(({ family }) => family)
  return {
    rows,
    cohorts,
    strata: strataOf(rows),
    activities,
    halves: halvesOf(rows, activities),
    any: labelsFor(rows, anyEvent),
    severe: labelsFor(rows, ({ isSevere }) => isSevere),
    resamples: clusterResamples(families, resamples, seed),
  }
}

/** Cohort and TVL quintile of each row: an event is compared within them. */
export function strataOf(rows: readonly JudgedRow[]): string[] {
  const cohorts = rows.map(({ cohort }) => cohort)
  const sizes = rows.map(({ size }) => size)
  const fifths = quintiles(
    sizes,
    cohorts,
    rows.map(({ id }) => id),
  )
  return fifths.map((fifth, row) => `${cohorts[row]}/${fifth}`)
}

/** More parts would leave many events of small activities without a comparison. */
function halvesOf(rows: readonly JudgedRow[], activities: readonly string[]): string[] {
  const halves = new Array<string>(rows.length).fill('')
  for (const [activity, group] of byGroup(activities)) {
    group.sort(
      (a, b) =>
        (rows[a]?.size ?? 0) - (rows[b]?.size ?? 0) ||
        ((rows[a]?.id ?? '') < (rows[b]?.id ?? '') ? -1 : 1),
    )
    for (const [place, row] of group.entries()) {
      halves[row] = `${activity}/${place * 2 < group.length ? 'smaller' : 'larger'}`
    }
  }
  return halves
}

export function anyEvent({ event }: JudgedRow): boolean {
  return event !== null
}

/** Events of another kind are no non-events: they are left out. */
export function labelsFor(
  rows: readonly JudgedRow[],
  isEvent: (row: JudgedRow) => boolean,
): Label[] {
  return rows.map((row) => (isEvent(row) ? 1 : row.event === null ? 0 : null))
}
