import { type Statistic, stratifiedAuc } from '../statistics/auc.ts'
import {
  type BootstrapEstimate,
  difference,
  intervalOf,
  type Resampled,
  resample,
} from '../statistics/bootstrap.ts'
import { rankCorrelationWithin, topFifth } from '../statistics/metrics.ts'
import { explainedShare } from './explained-share.ts'
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
