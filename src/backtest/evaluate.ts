import { DIMENSIONS } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import type { Methodology } from '../score/methodology.ts'
import { stratifiedAuc } from '../statistics/auc.ts'
import { estimate, round } from '../statistics/bootstrap.ts'
import type { Baseline } from './baselines.ts'
import { figuresOf, intervalsOf } from './figures.ts'
import { CAUSES } from './incident-list.ts'
import { rankingsOf } from './rankings.ts'
import type { Result } from './report.ts'
import { type JudgedRow, meanOfDimensions } from './rows.ts'
import { anyEvent, labelsFor, type ResampleOptions, type Sample, sampleOf } from './sample.ts'

/** A group with fewer events gets a count but no AUC. */
const MIN_EVENTS = 5

export interface EvaluateOptions extends ResampleOptions {
  /** Weights of the dimensions in the composite. */
  dimensionWeights: Methodology['dimensionWeights']
}

/** Every figure over these rows, with one set of resamples for all intervals. */
export function evaluate(
  rows: readonly JudgedRow[],
  baselines: readonly Baseline[],
  options: EvaluateOptions,
): Result {
  const sample = sampleOf(rows, options)
  const figures = figuresOf(
    rows.map(({ composite }) => composite),
    sample,
  )
  const years = [...new Set(rows.flatMap(({ event }) => event?.day.slice(0, 4) ?? []))].sort()
  return {
    rows: rows.length,
    events: rows.filter(anyEvent).length,
    severe: rows.filter(({ isSevere }) => isSevere).length,
    withoutAmount: rows.filter(({ event }) => event && event.lossUsd === null).length,
    families: new Set(rows.map(({ family }) => family)).size,
    figures: intervalsOf(figures),
    rankings: rankingsOf(sample, figures, baselines),
    levels: levelsOf(rows),
    dimensions: dimensionsOf(sample, options.dimensionWeights),
    causes: CAUSES.map((cause) => ({
      cause,
      ...partOf(sample, ({ event }) => event?.cause === cause),
    })),
    years: years.map((year) => ({
      year,
      ...partOf(sample, ({ event }) => event?.day.startsWith(year) ?? false),
    })),
  }
}

function dimensionsOf(
  { rows, any, strata, resamples }: Sample,
  weights: EvaluateOptions['dimensionWeights'],
): Result['dimensions'] {
  const matched = (values: (number | null)[]) =>
    estimate(stratifiedAuc(values, any, strata), resamples)
  return DIMENSIONS.map((dimension) => {
    const scored = rows.filter(({ dimensions }) => dimensions[dimension] !== null)
    return {
      dimension,
      rows: scored.length,
      events: scored.filter(anyEvent).length,
      alone: matched(rows.map(({ dimensions }) => dimensions[dimension])),
      without: matched(
        rows.map(({ dimensions }) => meanOfDimensions(dimensions, weights, dimension)),
      ),
    }
  })
}

/** Only the events of one kind, against all non-events. */
function partOf({ rows, strata, resamples }: Sample, isOwn: (row: JudgedRow) => boolean) {
  const labels = labelsFor(rows, isOwn)
  const events = labels.filter((label) => label === 1).length
  if (events < MIN_EVENTS) return { events, any: { value: null, low: null, high: null } }
  const composites = rows.map(({ composite }) => composite)
  return { events, any: estimate(stratifiedAuc(composites, labels, strata), resamples) }
}

function levelsOf(rows: readonly JudgedRow[]): Result['levels'] {
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
