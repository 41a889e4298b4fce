import { methodologyHash } from '../contract/hash.ts'
import { judge } from './bars.ts'
import { type Baseline, baselinesOf } from './baselines.ts'
import { reportCohort } from './cohort-report.ts'
import type { Composites } from './composites.ts'
import { distinctEvents } from './distinct.ts'
import { compareEarlier } from './earlier.ts'
import { type EvaluateOptions, evaluate } from './evaluate.ts'
import { kindRatesOf } from './kind-rates.ts'
import { levelRatesOf, type RateOptions } from './level-rates.ts'
import { missesOf } from './misses.ts'
import { notesOf } from './notes.ts'
import { type BacktestOptions, type Prepared, prepare } from './prepare.ts'
import type { BacktestReport } from './report.ts'
import { type BacktestRow, joinFamilies, rowsOf } from './rows.ts'
import { IN_FORCE, scoreCohort, type Variant } from './score-cohort.ts'

/** Which rows are evaluated: with at least this TVL in US dollars, and with a published score or any score. */
interface UniverseRule {
  minimumTvlUsd: number
  published: boolean
}

/** The pass marks apply to the first universe. The last one also counts protocols without a published score. */
const PRIMARY: UniverseRule = { minimumTvlUsd: 100_000, published: true }
const UNIVERSES: readonly UniverseRule[] = [
  PRIMARY,
  { minimumTvlUsd: 1_000_000, published: true },
  { minimumTvlUsd: 100_000, published: false },
]

/** A protocol of a smaller size is in no universe. */
export const SMALLEST_TVL_USD = Math.min(...UNIVERSES.map(({ minimumTvlUsd }) => minimumTvlUsd))

/**
 * Scores each cohort with what was public on its day, and compares the scores with later losses. The same files give the
 * same report. Throws `USAGE` for a cohort, incident list or period that cannot be used.
 */
export async function backtest(options: BacktestOptions): Promise<BacktestReport> {
  return reportOn(await prepare(options))
}

/**
 * The report on one methodology over prepared cohorts: by default the one in force, compared with the composites `against`
 * of an earlier one if they are given. Changes nothing that it is given, so variants can be compared without reading the
 * cohorts again.
 */
export function reportOn(
  prepared: Prepared,
  variant: Variant = IN_FORCE,
  against: Composites | null = null,
): BacktestReport {
  const { options, list } = prepared
  const { method } = variant
  const cohorts = prepared.cohorts.map(({ loaded, window, incidents, labels, sizes }) => {
    const cohort = scoreCohort(loaded, variant)
    const { rows, lost, siblings } = rowsOf(cohort, labels, sizes)
    return { rows, lost, report: reportCohort({ cohort, window, incidents, labels, siblings }) }
  })
  const rows = joinFamilies(cohorts.flatMap((cohort) => cohort.rows))
  const evaluation = {
    ...options,
    until: prepared.until,
    dimensionWeights: method.dimensionWeights,
  }
  const universes = UNIVERSES.map((universe) =>
    evaluateUniverse(rows, universe, evaluation, universe === PRIMARY ? against : null),
  )
  const [first] = universes
  return {
    format: 2,
    methodology: { version: method.version, sha256: methodologyHash(method) },
    against: against?.methodology ?? null,
    heldOut: options.heldOut,
    until: prepared.until,
    horizonDays: options.horizonDays,
    resamples: options.resamples,
    seed: options.seed,
    incidents: { rows: list.incidents.length, refused: list.refused, last: prepared.last },
    sizes: options.sizes && { name: options.sizes.name, day: options.sizes.day },
    cohorts: cohorts.map(({ report }) => report),
    universes,
    bars: first ? judge(first.pooled) : [],
    misses: missesOf(
      rows.filter(({ isPublished, sizeUsd }) => isPublished && sizeUsd >= PRIMARY.minimumTvlUsd),
      cohorts.flatMap(({ lost }) => lost),
    ),
    notes: notesOf({
      hasSizes: options.sizes !== null,
      hasEarlier: against !== null,
      heldOut: options.heldOut,
    }),
  }
}

function evaluateUniverse(
  all: readonly BacktestRow[],
  { minimumTvlUsd, published }: UniverseRule,
  options: EvaluateOptions & RateOptions,
  against: Composites | null,
): BacktestReport['universes'][number] {
  const large = all.filter(({ sizeUsd }) => sizeUsd >= minimumTvlUsd)
  const rows = large.filter(({ isPublished }) => isPublished || !published)
  const baselines = baselinesOf(rows)
  const distinct = distinctEvents(rows)
  const days = [...new Set(all.map(({ cohort }) => cohort))]
  return {
    minimumTvlUsd,
    published,
    pooled: evaluate(
      distinct.rows,
      baselines.map((baseline) => pick(baseline, distinct.indices)),
      options,
    ),
    leftOut: rows.length - distinct.rows.length,
    earlier:
      against &&
      compareEarlier(
        { rows: distinct.rows, others: large.filter(({ isPublished }) => !isPublished) },
        against,
        options,
      ),
    levelRates: levelRatesOf(rows, options),
    kindRates: kindRatesOf(rows, options),
    byCohort: days.map((day) => {
      const own = rows.flatMap(({ cohort }, index) => (cohort === day ? [index] : []))
      return {
        day,
        result: evaluate(
          own.flatMap((index) => rows[index] ?? []),
          baselines.map((baseline) => pick(baseline, own)),
          options,
        ),
      }
    }),
  }
}

function pick({ id, label, values }: Baseline, rows: number[]): Baseline {
  return { id, label, values: rows.map((row) => values[row] ?? 0) }
}
