import { METHODOLOGY } from '../score/methodology.ts'
import { round } from '../statistics/bootstrap.ts'
import { judge } from './bars.ts'
import type { Baseline } from './baselines.ts'
import type { Composites } from './composites.ts'
import { DEVELOPMENT_ENDS } from './development.ts'
import { distinctEvents } from './distinct.ts'
import { compareEarlier } from './earlier.ts'
import { type EvaluateOptions, evaluate } from './evaluate.ts'
import { type Judged, judgedOf, PRIMARY, rowsIn, UNIVERSES, type Universe } from './judged.ts'
import { exposuresOf, levelRatesOf, type RateOptions } from './level-rates.ts'
import { missesOf } from './misses.ts'
import { type BacktestOptions, type Prepared, prepare } from './prepare.ts'
import type { BacktestReport, KindRate } from './report.ts'
import type { JudgedRow } from './rows.ts'
import { IN_FORCE, type Variant } from './score-cohort.ts'

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
  return reportOf(judgedOf(prepared, variant), against, variant.method.dimensionWeights)
}

/** The report on rows that are scored and labelled. `onUniverse` is called before each part, which takes about a second. */
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

/** Losses by kind of protocol and the years at risk, by the name of the kind; rows of no kind are left out. */
function kindRatesOf(
  rows: readonly JudgedRow[],
  options: Pick<RateOptions, 'horizonDays' | 'until'>,
): KindRate[] {
  const byKind = Map.groupBy(exposuresOf(rows, options), ({ activity }) => activity)
  return [...byKind]
    .flatMap(([kind, exposures]) => {
      if (kind === null) return []
      const total = (key: 'years' | 'any') => exposures.reduce((sum, one) => sum + one[key], 0)
      return [{ kind, losses: total('any'), protocolYears: round(total('years')) }]
    })
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

interface RunFacts {
  hasSizes: boolean
  hasEarlier: boolean
  heldOut: boolean
}

/** How to read the figures, as complete sentences. */
function notesOf({ hasSizes, hasEarlier, heldOut }: RunFacts): string[] {
  return [
    ...(heldOut
      ? [
          `This run may read incidents after ${DEVELOPMENT_ENDS}. It is not development: a score must not be tuned on its result.`,
        ]
      : []),
    'A loss is gross. Severe: at least 10 % of TVL on the day. Fractional loss: loss over TVL, at most 1. A loss without an amount counts as an exploit, not as severe, and as a fraction of 0.',
    'Pooled figures count each incident once, in the latest cohort that has a row for its protocol. A row of an earlier cohort that keeps none of its incidents is left out. Figures of one cohort have every incident of its own window.',
    'Size-matched AUC: the chance that an exploited protocol scored above one of its cohort and TVL quintile that was not, ties half. Plain AUC: the same within the cohort, whatever the size.',
    'Within activities: the same among protocols of one cohort and activity, whatever their size; within halves: also among the smaller or larger half of them by TVL. A score that only repeats the activity has 0.5.',
    'R² on the activity: the share of the variance of the scores within a cohort that the activity explains. At 1 the score says nothing about a protocol beyond its activity.',
    'Ahead: the AUC of the score minus that of another ranking, with the interval of that difference over the same resamples. An interval above 0 means ahead beyond chance.',
    'The primary universe is what production would have published. The last one adds what it would not, by the mean of the dimensions that could be judged: a registry or a recording lacks the TVL history that would have let most of it be published.',
    'Alone: a dimension over the rows that have it. By cause and year of the incident: its events against all non-events, from 5 events on.',
    ...(hasEarlier
      ? [
          'The earlier methodology is judged on the rows that are published now, by its composites to six decimals; for a row that it did not publish, by the mean of its dimensions.',
        ]
      : []),
    'Intervals are 95 %, from a bootstrap that draws whole families. One protocol in several cohorts is one family, for windows overlap.',
    'An incident is booked on one version of a family, so the other members of an exploited family are neither event nor comparison. One booked on the family is the event of its largest member.',
    'Category rate and logistic fit are cross-fitted: with several cohorts on the others, with one on four fifths of it, and never on a row of the same family fold.',
    'Only upstream’s own ids tie past incidents to protocols for the score. The names that we tied later serve as labels only. The table of bounty programmes was made later, too; it says who a programme is of, not what happened.',
    'Failed loans, depegs and slow bad debt are not in the list of incidents: what is said about credit and liquidity is not tested here.',
    ...(hasSizes
      ? [
          'A registry has no TVL of its day. Its sizes are later TVL and what was stolen in between; they choose the rows and their quintiles, and no score reads them. Who died without an incident is missing among the comparisons.',
        ]
      : []),
  ]
}
