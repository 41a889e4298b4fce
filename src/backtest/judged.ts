import { methodologyHash } from '../contract/hash.ts'
import { type Baseline, baselinesOf } from './baselines.ts'
import { reportCohort } from './cohort-report.ts'
import { knownOn } from './kind-rates.ts'
import type { Prepared } from './prepare.ts'
import type { RunFacts } from './report.ts'
import {
  type BacktestRow,
  type JudgedRow,
  joinFamilies,
  type LostEvent,
  rowsOf,
  SIZE_CLASSES_USD,
} from './rows.ts'
import { IN_FORCE, scoreCohort, type Variant } from './score-cohort.ts'

/** Which rows are evaluated: with at least this TVL in US dollars, and with a published score or any score. */
export interface Universe {
  minimumTvlUsd: (typeof SIZE_CLASSES_USD)[number]
  published: boolean
}

/** A protocol of a smaller size is in no universe. */
export const SMALLEST_TVL_USD = SIZE_CLASSES_USD[0]

/** The pass marks apply to it. */
export const PRIMARY: Universe = { minimumTvlUsd: SMALLEST_TVL_USD, published: true }

/** Also without a published score: every other universe is within it. */
export const WIDEST: Universe = { minimumTvlUsd: SMALLEST_TVL_USD, published: false }

export const UNIVERSES: readonly Universe[] = [
  PRIMARY,
  { minimumTvlUsd: SIZE_CLASSES_USD[1], published: true },
  WIDEST,
]

/** The rows of one universe, in the order given. */
export function rowsIn<Row extends JudgedRow>(
  { minimumTvlUsd, published }: Universe,
  rows: readonly Row[],
): Row[] {
  return rows.filter(
    ({ atLeastUsd, isPublished }) => atLeastUsd >= minimumTvlUsd && (isPublished || !published),
  )
}

/** Scored rows with their later losses: everything that the figures of a report are computed from. */
export interface Judged<Row extends JudgedRow = JudgedRow> {
  facts: RunFacts
  /** Of all cohorts, oldest first. */
  rows: Row[]
  /** Losses of protocols without a row. */
  lost: LostEvent[]
  /** The simple rankings over the rows of a universe. */
  baselinesOf: (rows: readonly Row[], universe: Universe) => Baseline[]
}

/** Scores prepared cohorts with one methodology. Changes nothing that it is given. */
export function judgedOf(prepared: Prepared, variant: Variant = IN_FORCE): Judged<BacktestRow> {
  const { options, list, last, until } = prepared
  const { horizonDays, heldOut, resamples, seed, sizes } = options
  const { method } = variant
  const cohorts = prepared.cohorts.map(({ loaded, window, incidents, labels, sizes: own }) => {
    const cohort = scoreCohort(loaded, knownOn(loaded.place.day, variant, options.watched))
    const { rows, lost, siblings } = rowsOf(cohort, labels, own)
    return { rows, lost, report: reportCohort({ cohort, window, incidents, labels, siblings }) }
  })
  return {
    facts: {
      methodology: { version: method.version, sha256: methodologyHash(method) },
      ...{ heldOut, until, horizonDays, resamples, seed },
      incidents: { rows: list.incidents.length, refused: list.refused, last },
      sizes: sizes && { name: sizes.name, day: sizes.day },
      cohorts: cohorts.map(({ report }) => report),
    },
    rows: joinFamilies(cohorts.flatMap(({ rows }) => rows)),
    lost: cohorts.flatMap(({ lost }) => lost),
    baselinesOf,
  }
}
