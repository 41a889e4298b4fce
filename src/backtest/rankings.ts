import { type Label, stratifiedAuc } from '../statistics/auc.ts'
import {
  type BootstrapEstimate,
  difference,
  estimate,
  intervalOf,
  type Resampled,
  resample,
  roundOrNull,
} from '../statistics/bootstrap.ts'
import { averagePrecision, rankCorrelationWithin, topFifthShare } from '../statistics/metrics.ts'
import type { Baseline } from './baselines.ts'
import type { Ranking } from './report.ts'
import type { Sample } from './sample.ts'

/** The figures of a ranking that the score is compared in. */
interface Compared {
  any: Resampled
  severe: Resampled
  within: Resampled
}

/** The score with its figures `own` first, then the baselines, each with how far the score is ahead of it. */
export function rankingsOf(
  sample: Sample,
  own: Compared,
  baselines: readonly Baseline[],
): Ranking[] {
  const score: Baseline = {
    id: 'score',
    label: 'Plimsoll score',
    values: sample.rows.map(({ composite }) => composite),
  }
  return [
    rankingOf(score, own, null, sample),
    ...baselines.map((baseline) => {
      const other = comparedOf(baseline, sample)
      const ahead = {
        any: intervalOf(difference(own.any, other.any)),
        severe: intervalOf(difference(own.severe, other.severe)),
        within: intervalOf(difference(own.within, other.within)),
      }
      return rankingOf(baseline, other, ahead, sample)
    }),
  ]
}

function comparedOf({ values }: Baseline, sample: Sample): Compared {
  const { any, severe, strata, activities, resamples } = sample
  const auc = (labels: Label[], groups: string[]) =>
    resample(stratifiedAuc(values, labels, groups), resamples)
  return { any: auc(any, strata), severe: auc(severe, strata), within: auc(any, activities) }
}

function rankingOf(
  { id, label, values }: Baseline,
  { any, severe, within }: Compared,
  ahead: Ranking['ahead'],
  sample: Sample,
): Ranking {
  const { rows, cohorts, resamples } = sample
  const plain = (labels: Label[]): BootstrapEstimate =>
    estimate(stratifiedAuc(values, labels, cohorts), resamples)
  const losses = rows.map(({ lossShare }) => lossShare)
  const sizes = rows.map(({ size }) => size)
  return {
    id,
    label,
    matched: { any: intervalOf(any), severe: intervalOf(severe) },
    within: intervalOf(within),
    ahead,
    plain: { any: plain(sample.any), severe: plain(sample.severe) },
    averagePrecision: {
      any: roundOrNull(averagePrecision(values, sample.any)),
      severe: roundOrNull(averagePrecision(values, sample.severe)),
    },
    topFifthLoss: roundOrNull(topFifthShare(values, losses, cohorts)),
    tvlCorrelation: roundOrNull(rankCorrelationWithin(values, sizes, cohorts)()),
  }
}
