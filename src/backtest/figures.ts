import { type Statistic, stratifiedAuc } from '../statistics/auc.ts'
import {
  type BootstrapEstimate,
  difference,
  intervalOf,
  type Resampled,
  resample,
} from '../statistics/bootstrap.ts'
import { rankCorrelationWithin, topFifth } from '../statistics/metrics.ts'
import type { FigureId } from './report.ts'
import type { Sample } from './sample.ts'

/** Every figure by which one column of composites is judged, over the rows of a sample. */
function statistics(values: readonly number[], sample: Sample): Record<FigureId, Statistic> {
  const { rows, cohorts, strata, activities, halves, any, severe } = sample
  const sizes = rows.map(({ size }) => size)
  const losses = rows.map(({ lossShare }) => lossShare)
  const names = rows.map(({ activity }) => activity ?? '')
  return {
    any: stratifiedAuc(values, any, strata),
    severe: stratifiedAuc(values, severe, strata),
    within: stratifiedAuc(values, any, activities),
    withinSevere: stratifiedAuc(values, severe, activities),
    withinHalves: stratifiedAuc(values, any, halves),
    activityShare: explainedShare(values, activities, cohorts),
    activityShareOverall: explainedShare(
      values,
      names,
      names.map(() => ''),
    ),
    topFifthLoss: topFifth(values, losses, cohorts),
    tvlCorrelation: rankCorrelationWithin(values, sizes, cohorts),
  }
}

export type ResampledFigures = Record<FigureId, Resampled>

export function figuresOf(values: readonly number[], sample: Sample): ResampledFigures {
  return mapFigures(statistics(values, sample), (statistic) =>
    resample(statistic, sample.resamples),
  )
}

export function intervalsOf(figures: ResampledFigures): Record<FigureId, BootstrapEstimate> {
  return mapFigures(figures, intervalOf)
}

export function differencesOf(
  one: ResampledFigures,
  other: ResampledFigures,
): Record<FigureId, BootstrapEstimate> {
  return mapFigures(one, (figure, id) => intervalOf(difference(figure, other[id])))
}

function mapFigures<A, B>(
  figures: Record<FigureId, A>,
  map: (figure: A, id: FigureId) => B,
): Record<FigureId, B> {
  const entries = (Object.entries(figures) as [FigureId, A][]).map(([id, figure]) => [
    id,
    map(figure, id),
  ])
  return Object.fromEntries(entries) as Record<FigureId, B>
}

/**
 * The share of the variance of `values` within `groups` that `cells` explain, 0 to 1: the R² of a regression on one
 * indicator for each cell, with the mean of each group removed first. Every cell lies in one group. Null when the values
 * do not vary within the groups.
 */
export function explainedShare(
  values: readonly number[],
  cells: readonly string[],
  groups: readonly string[],
): Statistic {
  const points = Float64Array.from(values)
  const cell = numbered(cells)
  const group = numbered(groups)
  return (weights = new Uint8Array(values.length).fill(1)) => {
    const all = squaresWithin(points, group, weights)
    return all > 0 ? 1 - squaresWithin(points, cell, weights) / all : null
  }
}

interface Numbered {
  of: Int32Array
  count: number
}

function numbered(names: readonly string[]): Numbered {
  const numbers = new Map<string, number>()
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size)
  return { of: Int32Array.from(names, (name) => numbers.get(name) ?? 0), count: numbers.size }
}

/** Sum of the squared distances from the mean of the own group. */
function squaresWithin(
  values: Float64Array,
  { of, count }: Numbered,
  weights: ArrayLike<number>,
): number {
  const weight = new Float64Array(count)
  const sum = new Float64Array(count)
  for (let row = 0; row < values.length; row += 1) {
    const own = of[row] ?? 0
    const times = weights[row] ?? 0
    weight[own] = (weight[own] ?? 0) + times
    sum[own] = (sum[own] ?? 0) + times * (values[row] ?? 0)
  }
  let squares = 0
  for (let row = 0; row < values.length; row += 1) {
    const own = of[row] ?? 0
    const times = weights[row] ?? 0
    if (times === 0) continue
    const distance = (values[row] ?? 0) - (sum[own] ?? 0) / (weight[own] ?? 1)
    squares += times * distance * distance
  }
  return squares
}
