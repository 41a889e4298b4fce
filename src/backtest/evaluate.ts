import { DIMENSIONS } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { type Label, stratifiedAuc } from './auc.ts'
import type { Baseline } from './baselines.ts'
import { clusterResamples, estimate, round, roundOrNull } from './bootstrap.ts'
import { CAUSES } from './incident-list.ts'
import { averagePrecision, byGroup, quintiles, rankCorrelation, topFifthShare } from './metrics.ts'
import type { Ranking, Result } from './report.ts'
import { type BacktestRow, meanOfDimensions } from './rows.ts'

/** A group with fewer events gets a count but no AUC. */
const MIN_EVENTS = 5

export interface EvaluateOptions {
  resamples: number
  seed: number
}

/** The values of a ranking, in the order of the rows; null for a row it has no value for. */
interface Column {
  id: string
  label: string
  values: (number | null)[]
}

/** Cohort and TVL quintile of each row: an event is compared within them. */
export function strataOf(rows: readonly BacktestRow[]): string[] {
  const cohorts = rows.map(({ cohort }) => cohort)
  const sizes = rows.map(({ sizeUsd }) => sizeUsd)
  const fifths = quintiles(
    sizes,
    cohorts,
    rows.map(({ id }) => id),
  )
  return fifths.map((fifth, row) => `${cohorts[row]}/${fifth}`)
}

/** Every figure over these rows, with one set of resamples for all intervals. */
export function evaluate(
  rows: readonly BacktestRow[],
  baselines: readonly Baseline[],
  { resamples, seed }: EvaluateOptions,
): Result {
  const strata = strataOf(rows)
  const cohorts = rows.map(({ cohort }) => cohort)
  const clusters = rows.map(({ family }) => family)
  const weights = clusterResamples(clusters, resamples, seed)
  const labels = {
    any: labelsOf(rows, anyEvent),
    severe: labelsOf(rows, ({ isSevere }) => isSevere),
  }
  const matched = (values: (number | null)[], of: Label[]) =>
    estimate(stratifiedAuc(values, of, strata), weights)
  const both = (make: (of: Label[]) => ReturnType<typeof stratifiedAuc>) => ({
    any: estimate(make(labels.any), weights),
    severe: estimate(make(labels.severe), weights),
  })
  const score: Column = {
    id: 'score',
    label: 'Plimsoll score',
    values: rows.map(({ composite }) => composite),
  }
  return {
    rows: rows.length,
    events: rows.filter(anyEvent).length,
    severe: rows.filter(({ isSevere }) => isSevere).length,
    withoutAmount: rows.filter(({ event }) => event && event.lossUsd === null).length,
    families: new Set(clusters).size,
    rankings: [score, ...baselines].map(({ id, label, values }): Ranking => {
      const whole = values.map((value) => value ?? 0)
      return {
        id,
        label,
        matched: both((of) => stratifiedAuc(values, of, strata)),
        plain: both((of) => stratifiedAuc(values, of, cohorts)),
        averagePrecision: {
          any: roundOrNull(averagePrecision(values, labels.any)),
          severe: roundOrNull(averagePrecision(values, labels.severe)),
        },
        topFifthLoss: roundOrNull(
          topFifthShare(
            whole,
            rows.map(({ lossShare }) => lossShare),
            cohorts,
          ),
        ),
        tvlCorrelation: sizeCorrelation(whole, rows),
      }
    }),
    levels: levelsOf(rows),
    dimensions: DIMENSIONS.map((dimension) => {
      const judged = rows.filter(({ dimensions }) => dimensions[dimension] !== null)
      return {
        dimension,
        rows: judged.length,
        events: judged.filter(anyEvent).length,
        alone: matched(
          rows.map(({ dimensions }) => dimensions[dimension]),
          labels.any,
        ),
        without: matched(
          rows.map(({ dimensions }) => meanOfDimensions(dimensions, dimension)),
          labels.any,
        ),
      }
    }),
    causes: CAUSES.map((cause) => {
      const own = (row: BacktestRow) => row.event?.cause === cause
      return { cause, ...part(own) }
    }),
    years: [...new Set(rows.flatMap(({ event }) => event?.day.slice(0, 4) ?? []))]
      .sort()
      .map((year) => ({ year, ...part(({ event }) => event?.day.startsWith(year) ?? false) })),
  }

  /** Only the events of one kind, against all non-events. */
  function part(isOwn: (row: BacktestRow) => boolean) {
    const of = labelsOf(rows, isOwn)
    const events = of.filter((label) => label === 1).length
    const any =
      events < MIN_EVENTS ? { value: null, low: null, high: null } : matched(score.values, of)
    return { events, any }
  }
}

function anyEvent({ event }: BacktestRow): boolean {
  return event !== null
}

/** Events of another kind are no non-events: they are left out. */
function labelsOf(rows: readonly BacktestRow[], isEvent: (row: BacktestRow) => boolean): Label[] {
  return rows.map((row) => (isEvent(row) ? 1 : row.event === null ? 0 : null))
}

function levelsOf(rows: readonly BacktestRow[]): Result['levels'] {
  return RISK_LEVELS.map((level) => {
    const own = rows.filter((row) => row.level === level)
    const per = (sum: number) => (own.length === 0 ? null : round(sum / own.length))
    const events = own.filter(anyEvent).length
    return {
      level,
      rows: own.length,
      events,
      severe: own.filter(({ isSevere }) => isSevere).length,
      eventRate: per(events),
      expectedLoss: per(own.reduce((sum, { lossShare }) => sum + lossShare, 0)),
    }
  })
}

/** Within each cohort, since a protocol may have the same size in all of them; averaged by rows. */
function sizeCorrelation(values: readonly number[], rows: readonly BacktestRow[]): number | null {
  let sum = 0
  let counted = 0
  for (const group of byGroup(rows.map(({ cohort }) => cohort)).values()) {
    const correlation = rankCorrelation(
      group.map((row) => values[row] ?? 0),
      group.map((row) => rows[row]?.sizeUsd ?? 0),
    )
    if (correlation === null) continue
    sum += correlation * group.length
    counted += group.length
  }
  return counted > 0 ? round(sum / counted) : null
}
