import { DIMENSIONS } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { type Label, stratifiedAuc } from '../statistics/auc.ts'
import { clusterResamples, estimate, round, roundOrNull } from '../statistics/bootstrap.ts'
import {
  averagePrecision,
  byGroup,
  quintiles,
  rankCorrelation,
  topFifthShare,
} from '../statistics/metrics.ts'
import type { Baseline } from './baselines.ts'
import { CAUSES } from './incident-list.ts'
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

/** What all figures over the rows share: their strata, their labels, and one set of resamples for all intervals. */
interface Sample {
  rows: readonly BacktestRow[]
  strata: string[]
  cohorts: string[]
  any: Label[]
  severe: Label[]
  weights: Uint8Array[]
}

/** Every figure over these rows, with one set of resamples for all intervals. */
export function evaluate(
  rows: readonly BacktestRow[],
  baselines: readonly Baseline[],
  { resamples, seed }: EvaluateOptions,
): Result {
  const clusters = rows.map(({ family }) => family)
  const sample: Sample = {
    rows,
    strata: strataOf(rows),
    cohorts: rows.map(({ cohort }) => cohort),
    any: labelsOf(rows, anyEvent),
    severe: labelsOf(rows, ({ isSevere }) => isSevere),
    weights: clusterResamples(clusters, resamples, seed),
  }
  const score: Column = {
    id: 'score',
    label: 'Plimsoll score',
    values: rows.map(({ composite }) => composite),
  }
  const years = [...new Set(rows.flatMap(({ event }) => event?.day.slice(0, 4) ?? []))].sort()
  return {
    rows: rows.length,
    events: rows.filter(anyEvent).length,
    severe: rows.filter(({ isSevere }) => isSevere).length,
    withoutAmount: rows.filter(({ event }) => event && event.lossUsd === null).length,
    families: new Set(clusters).size,
    rankings: [score, ...baselines].map((column) => rankingOf(column, sample)),
    levels: levelsOf(rows),
    dimensions: dimensionsOf(sample),
    causes: CAUSES.map((cause) => ({
      cause,
      ...partOf(score, sample, ({ event }) => event?.cause === cause),
    })),
    years: years.map((year) => ({
      year,
      ...partOf(score, sample, ({ event }) => event?.day.startsWith(year) ?? false),
    })),
  }
}

function matched(values: Column['values'], labels: Label[], { strata, weights }: Sample) {
  return estimate(stratifiedAuc(values, labels, strata), weights)
}

function rankingOf({ id, label, values }: Column, sample: Sample): Ranking {
  const { rows, cohorts, any, severe, weights } = sample
  const plain = (labels: Label[]) => estimate(stratifiedAuc(values, labels, cohorts), weights)
  const whole = values.map((value) => value ?? 0)
  const losses = rows.map(({ lossShare }) => lossShare)
  return {
    id,
    label,
    matched: { any: matched(values, any, sample), severe: matched(values, severe, sample) },
    plain: { any: plain(any), severe: plain(severe) },
    averagePrecision: {
      any: roundOrNull(averagePrecision(values, any)),
      severe: roundOrNull(averagePrecision(values, severe)),
    },
    topFifthLoss: roundOrNull(topFifthShare(whole, losses, cohorts)),
    tvlCorrelation: sizeCorrelation(whole, rows),
  }
}

function dimensionsOf(sample: Sample): Result['dimensions'] {
  const { rows, any } = sample
  return DIMENSIONS.map((dimension) => {
    const scored = rows.filter(({ dimensions }) => dimensions[dimension] !== null)
    const alone = rows.map(({ dimensions }) => dimensions[dimension])
    const without = rows.map(({ dimensions }) => meanOfDimensions(dimensions, dimension))
    return {
      dimension,
      rows: scored.length,
      events: scored.filter(anyEvent).length,
      alone: matched(alone, any, sample),
      without: matched(without, any, sample),
    }
  })
}

/** Only the events of one kind, against all non-events. */
function partOf({ values }: Column, sample: Sample, isOwn: (row: BacktestRow) => boolean) {
  const labels = labelsOf(sample.rows, isOwn)
  const events = labels.filter((label) => label === 1).length
  const any =
    events < MIN_EVENTS ? { value: null, low: null, high: null } : matched(values, labels, sample)
  return { events, any }
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
