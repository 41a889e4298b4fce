import { DIMENSION_WEIGHT, DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Universe } from '../domain/record.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import type { DimensionScore, Score, SignalScore } from '../domain/score.ts'
import { riskAt } from './anchors.ts'
import { ineligibleReasons } from './eligibility.ts'
import { METHODOLOGY, type Methodology } from './methodology.ts'
import type { Signal } from './signal.ts'
import { SIGNALS } from './signals.ts'
import { type Subject, subjectsOf } from './subject.ts'

const MAX_RISK = 10

/** Contributions are published to six decimals. */
const MICRO = 1e6

/** Sums of weights such as 0.35 are off by less than this. */
const BINARY_ERROR = 1e-9

/** Scores every protocol of a universe. Pure: the same universe and methodology give the same scores, in the order of the records. */
export function scoreUniverse(
  universe: Universe,
  method: Methodology = METHODOLOGY,
  signals: readonly Signal[] = SIGNALS,
): Score[] {
  return subjectsOf(universe, method).map((subject) => scoreSubject(subject, method, signals))
}

function scoreSubject(subject: Subject, method: Methodology, signals: readonly Signal[]): Score {
  const dimensions = scoreDimensions(subject, method, signals)
  const scored = DIMENSIONS.filter((key) => dimensions[key].status === 'scored')
  const coverage = sum(
    DIMENSIONS.map((key) =>
      dimensions[key].status === 'not-applicable' ? 1 : dimensions[key].coverage,
    ),
  )
  const insufficient = ineligibleReasons(subject, method)
  if (scored.length < method.minimumDimensions) {
    insufficient.push(`Only ${scored.length} of six dimensions can be judged.`)
  }
  // Judged as published, so that nobody reads a coverage of 2.0 beside the words "below 2".
  const published = roundScore(coverage)
  if (published < method.minimumCoverage) {
    insufficient.push(`Coverage is ${published.toFixed(1)} of 6, below ${method.minimumCoverage}.`)
  }
  distributeWeights(dimensions, scored)
  const composite = insufficient.length === 0 ? compositeOf(dimensions) : null
  return {
    protocolId: subject.record.id,
    methodology: method.version,
    composite,
    rounded: composite === null ? null : roundScore(composite),
    level: composite === null ? null : riskLevel(composite),
    coverage,
    dimensions,
    insufficient,
    asOf: composite === null ? null : (latestDay(dimensions) ?? subject.asOf),
  }
}

function scoreDimensions(
  subject: Subject,
  method: Methodology,
  all: readonly Signal[],
): Record<DimensionKey, DimensionScore> {
  const bySignal = all
    .filter((signal) => signal.applies(subject, method))
    .map((signal) => ({
      dimension: method.signals[signal.id].dimension,
      score: scoreSignal(signal, subject, method),
    }))
  const entries = DIMENSIONS.map((key) => {
    const signals = bySignal.flatMap(({ dimension, score }) => (dimension === key ? [score] : []))
    return [key, scoreDimension(signals, method)] as const
  })
  return Object.fromEntries(entries) as Record<DimensionKey, DimensionScore>
}

function scoreSignal(signal: Signal, subject: Subject, method: Methodology): SignalScore {
  const { anchors, weight, priorByActivity, ...rest } = method.signals[signal.id]
  const prior = priorByActivity[subject.activityId ?? ''] ?? rest.prior
  const reading = signal.read(subject, method)
  const common = { id: signal.id, weight, contribution: 0, source: reading.source }
  if (!reading.known) {
    const sentence = `${signal.question} Not known; it counts at ${prior} of 10.`
    return { ...common, value: null, risk: prior, sentence, asOf: null, missing: reading.reason }
  }
  const { value, sentence } = reading.value
  return {
    ...common,
    value,
    risk: riskAt(anchors, value),
    sentence,
    asOf: reading.asOf,
    missing: null,
  }
}

function scoreDimension(signals: SignalScore[], method: Methodology): DimensionScore {
  const total = sum(signals.map(({ weight }) => weight))
  if (total === 0) {
    return {
      status: 'not-applicable',
      score: null,
      coverage: 0,
      weight: 0,
      contribution: 0,
      signals,
    }
  }
  const weighted = signals.map((signal) => ({ ...signal, weight: signal.weight / total }))
  const coverage = sum(signals.map(({ missing, weight }) => (missing ? 0 : weight))) / total
  const status = coverage < method.unknownBelow - BINARY_ERROR ? 'unknown' : 'scored'
  const mean = Math.min(MAX_RISK, sum(weighted.map(({ weight, risk }) => weight * risk)))
  const score = status === 'scored' ? mean : null
  return { status, score, coverage, weight: 0, contribution: 0, signals: weighted }
}

/**
 * Shares the interface's weights out over the scored dimensions, and turns risk into contributions.
 * A contribution is the step of the running total, in whole millionths: the steps add up to the weighted mean
 * to the last published digit, however many there are.
 */
function distributeWeights(
  dimensions: Record<DimensionKey, DimensionScore>,
  scored: DimensionKey[],
): void {
  const total = sum(scored.map((key) => DIMENSION_WEIGHT[key]))
  let exact = 0
  let published = 0
  for (const key of scored) {
    const dimension = dimensions[key]
    dimension.weight = DIMENSION_WEIGHT[key] / total
    for (const signal of dimension.signals) {
      exact += dimension.weight * signal.weight * signal.risk
      const running = Math.round(exact * MICRO)
      signal.contribution = (running - published) / MICRO
      published = running
    }
    dimension.contribution = sumMicro(dimension.signals.map(({ contribution }) => contribution))
  }
}

function compositeOf(dimensions: Record<DimensionKey, DimensionScore>): number {
  return sumMicro(DIMENSIONS.map((key) => dimensions[key].contribution))
}

function latestDay(dimensions: Record<DimensionKey, DimensionScore>): string | null {
  const days = DIMENSIONS.flatMap((key) =>
    dimensions[key].signals.flatMap(({ asOf, source }) =>
      asOf && source !== 'methodology' ? [asOf] : [],
    ),
  )
  return days.sort().at(-1) ?? null
}

function sumMicro(points: number[]): number {
  return points.reduce((total, part) => total + Math.round(part * MICRO), 0) / MICRO
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
