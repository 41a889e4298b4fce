import { METHODOLOGY } from '../score/methodology.ts'
import { judge } from './bars.ts'
import type { Baseline } from './baselines.ts'
import type { Composites } from './composites.ts'
import { distinctEvents } from './distinct.ts'
import { compareEarlier } from './earlier.ts'
import { type EvaluateOptions, evaluate } from './evaluate.ts'
import { type Judged, PRIMARY, rowsIn, UNIVERSES, type Universe } from './judged.ts'
import { kindRatesOf } from './kind-rates.ts'
import { levelRatesOf, type RateOptions } from './level-rates.ts'
import { missesOf } from './misses.ts'
import { notesOf } from './notes.ts'
import type { BacktestReport } from './report.ts'
import type { JudgedRow } from './rows.ts'

/**
 * The report on rows that are scored and labelled, compared with the composites `against` of an earlier methodology if they are given. Changes
 * nothing that it is given. `onUniverse` is called before each part, which takes about a second.
 */
export function reportOf<Row extends JudgedRow>(
  judged: Judged<Row>,
  against: Composites | null = null,
  dimensionWeights = METHODOLOGY.dimensionWeights,
  onUniverse: (done: number, of: number) => void = () => undefined,
): BacktestReport {
  const { facts, rows, lost } = judged
  const options = { ...facts, dimensionWeights }
  const universes = UNIVERSES.map((universe, index) => {
    onUniverse(index, UNIVERSES.length)
    return evaluateUniverse(judged, universe, options, universe === PRIMARY ? against : null)
  })
  const [first] = universes
  const { methodology, ...rest } = facts
  return {
    format: 2,
    methodology,
    against: against?.methodology ?? null,
    ...rest,
    universes,
    bars: first ? judge(first.pooled) : [],
    misses: missesOf(rowsIn(PRIMARY, rows), lost),
    notes: notesOf({
      hasSizes: facts.sizes !== null,
      hasEarlier: against !== null,
      heldOut: facts.heldOut,
    }),
  }
}

function evaluateUniverse<Row extends JudgedRow>(
  judged: Judged<Row>,
  universe: Universe,
  options: EvaluateOptions & RateOptions,
  against: Composites | null,
): BacktestReport['universes'][number] {
  const large = rowsIn({ ...universe, published: false }, judged.rows)
  const rows = rowsIn(universe, large)
  const baselines = judged.baselinesOf(rows, universe)
  const distinct = distinctEvents(rows)
  const days = [...new Set(judged.rows.map(({ cohort }) => cohort))]
  return {
    ...universe,
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
