import type { Composites } from './composites.ts'
import { differencesOf, figuresOf, intervalsOf } from './figures.ts'
import type { EarlierReport } from './report.ts'
import type { JudgedRow } from './rows.ts'
import { anyEvent, type ResampleOptions, sampleOf } from './sample.ts'

interface Compared {
  /** The rows that are judged. */
  rows: readonly JudgedRow[]
  /** Rows of the same size that are not judged because they are not published. */
  others: readonly JudgedRow[]
}

/**
 * The figures of an earlier methodology and of this one over the same rows, and their differences over the same resamples.
 * Rows are those published now; a row that was not published before has the mean of its dimensions of that time. Rows
 * without an earlier composite are left out of both.
 */
export function compareEarlier(
  { rows, others }: Compared,
  { cohorts }: Composites,
  options: ResampleOptions,
): EarlierReport {
  const before = (row: JudgedRow) =>
    cohorts[row.cohort]?.published[row.id] ?? cohorts[row.cohort]?.unpublished[row.id]
  const wasPublished = ({ cohort, id }: JudgedRow) => cohorts[cohort]?.published[id] !== undefined
  const common = rows.filter((row) => before(row) !== undefined)
  const sample = sampleOf(common, options)
  const own = figuresOf(
    common.map(({ composite }) => composite),
    sample,
  )
  const other = figuresOf(
    common.map((row) => before(row) ?? 0),
    sample,
  )
  return {
    rows: common.length,
    events: common.filter(anyEvent).length,
    unknown: countOf(rows.filter((row) => before(row) === undefined)),
    onlyNow: countOf(common.filter((row) => !wasPublished(row))),
    onlyBefore: countOf(others.filter(wasPublished)),
    before: intervalsOf(other),
    now: intervalsOf(own),
    differences: differencesOf(own, other),
  }
}

function countOf(rows: readonly JudgedRow[]) {
  return { rows: rows.length, events: rows.filter(anyEvent).length }
}
