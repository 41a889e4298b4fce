import { known, missing, type Reading } from '../../domain/reading.ts'
import { METHODOLOGY_SOURCE } from '../../domain/sources.ts'
import { poissonRate } from '../../statistics/poisson.ts'
import type { Activity, Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** Over fewer protocol-years the interval of a rate reaches above a third a year, also without a loss: it says nothing. */
const MIN_YEARS = 10

/** A rate is given for this many protocols and a year. */
const PER_CENT = 100

/** How often protocols of this kind lost funds: the only part of a score that is not about the protocol itself. */
export const kindLosses: Signal = {
  id: 'kindLosses',
  question: 'How often do protocols of its kind lose funds?',
  applies: always,
  read: readKind,
}

function readKind({ activity, record }: Subject, method: Methodology): Reading<Measure> {
  if (!activity) return missing('not-covered', record.tvl.source)
  const measure = { value: yearlyLosses(activity, method), sentence: describe(activity, method) }
  return known({ ...measure, isTypical: true }, method.publishedOn, METHODOLOGY_SOURCE)
}

/**
 * Losses for 100 protocols of a kind and a year, averaged with `averageYears` protocol-years of all kinds, so that a kind of which few
 * were watched stays near the average (an empirical Bayes estimate with a gamma prior).
 */
export function yearlyLosses(
  { losses, protocolYears }: Activity,
  { kindLosses: all }: Methodology,
) {
  const usual = (all.losses / all.protocolYears) * all.averageYears
  return (PER_CENT * (losses + usual)) / (protocolYears + all.averageYears)
}

function describe(activity: Activity, method: Methodology): string {
  const { label, losses, protocolYears } = activity
  const { until } = method.kindLosses
  const rate = `${yearlyLosses(activity, method).toFixed(1)} % a year`
  const interval = poissonRate(losses, protocolYears)
  if (!interval)
    return `${label}: no such protocol was watched to ${until}, so it counts as the average, ${rate}.`
  if (protocolYears < MIN_YEARS) {
    return `${label}: watched for ${protocolYears} protocol-years to ${until}, too few for a rate of its own, so it counts near the average, ${rate}.`
  }
  const [low, high] = [interval.low, interval.high].map((end) => (end * PER_CENT).toFixed(1))
  const seen = losses === 0 ? 'no loss' : losses === 1 ? 'one loss' : `${losses} losses`
  return `${label}: ${seen} in ${protocolYears} protocol-years to ${until} (${low} to ${high} % a year), which counts as ${rate}.`
}
