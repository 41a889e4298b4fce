import { type Difference, differencesOf } from '../domain/first-difference.ts'
import type { Composites } from './composites.ts'
import { readCohort } from './read-cohort.ts'
import type { BacktestReport } from './report.ts'
import { reportOf } from './run.ts'

/** Scores and signals are kept to six decimals or more, so that a composite and its signals differ by rounding alone. */
const MAX_ROUNDING = 1e-6

export interface Validation {
  /** The report that the cohort gives. Its misses have no amounts: these are not ours to publish. */
  report: BacktestReport
  /** Rows whose figures were computed, and numbers of the report that were compared. */
  rows: number
  figures: number
  /** Where it differs from the published report; empty when every number is equal. */
  differences: Difference[]
}

/** Computes every figure of a published report again from its published cohort, and compares all of them. Throws `USAGE` for another file. */
export async function validateReport(
  cohort: Uint8Array,
  published: BacktestReport,
  against: Composites,
  onUniverse?: (done: number, of: number) => void,
): Promise<Validation> {
  const { judged, largestDifference } = await readCohort(cohort)
  const report = reportOf(judged, against, undefined, onUniverse)
  const differences = differencesOf(withoutAmounts(published), withoutAmounts(report))
  if (largestDifference > MAX_ROUNDING) {
    const rebuilt = `up to ${largestDifference.toFixed(6)} apart`
    differences.unshift({ path: 'composites', published: 'as their signals give', rebuilt })
  }
  return { report, rows: judged.rows.length, figures: countNumbers(report), differences }
}

function withoutAmounts(report: BacktestReport): BacktestReport {
  return { ...report, misses: report.misses.map((miss) => ({ ...miss, lossUsd: null })) }
}

function countNumbers(value: unknown): number {
  if (typeof value === 'number') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + countNumbers(part), 0)
}
