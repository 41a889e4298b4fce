import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import { onlyShare } from '../domain/format.ts'
import type { Universe } from '../domain/record.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import type { Basis, DimensionScore, Score, SignalScore } from '../domain/score.ts'
import { METHODOLOGY_SOURCE } from '../domain/sources.ts'
import { riskAt } from './anchors.ts'
import { riskAssuming } from './assume.ts'
import { baseFloors, standOf } from './bases.ts'
import { type Composed, compose } from './compose.ts'
import { ineligibleReasons } from './eligibility.ts'
import { changesFrom, ownRange, termsOf } from './explain.ts'
import { type Floor, type LossFloors, lossFloors } from './floors.ts'
import { METHODOLOGY, type Methodology } from './methodology.ts'
import type { Signal } from './signal.ts'
import { SIGNALS } from './signals.ts'
import { type Subject, subjectsOf } from './subject.ts'
import { sum } from './weighted-mean.ts'

/** Contributions are published to six decimals. */
const MICRO = 1e6

/** Scores every protocol of a universe. Pure: the same universe and methodology give the same scores, in the order of the records. */
export function scoreUniverse(
  universe: Universe,
  method: Methodology = METHODOLOGY,
  signals: readonly Signal[] = SIGNALS,
): Score[] {
  const assessed = subjectsOf(universe, method).map((subject) => assess(subject, method, signals))
  const stands = new Map(
    assessed.flatMap(({ subject }) => {
      const stand = standOf(subject)
      return stand ? [[subject.record.id, stand] as const] : []
    }),
  )
  const floorsAt = (composite: (one: Assessed) => number) =>
    baseFloors(new Map(assessed.map((one) => [one.subject.record.id, composite(one)])), stands)
  const bases = {
    own: floorsAt(({ composed }) => composed.composite),
    low: floorsAt(({ range }) => range.low),
    high: floorsAt(({ range }) => range.high),
  }
  return assessed.map((one) => publish(one, bases, method))
}

/** A protocol with its signals read, and its composite before that of what it stands on is known. */
interface Assessed {
  subject: Subject
  dimensions: Record<DimensionKey, DimensionScore>
  scored: readonly DimensionKey[]
  floors: LossFloors
  composed: Composed
  range: NonNullable<Score['band']>
}

/** The floors of what protocols stand on, by id: with all composites as they are, and at either end of their ranges. */
type Bases = Record<'own' | 'low' | 'high', ReadonlyMap<string, Floor>>

function assess(subject: Subject, method: Methodology, signals: readonly Signal[]): Assessed {
  const dimensions = readDimensions(subject, method, signals)
  assumeMissing(dimensions, method)
  const scored = DIMENSIONS.filter((key) => dimensions[key].status === 'scored')
  const floors = lossFloors(subject, method)
  const composed = compose(termsOf(dimensions, scored), floors, method)
  const range = ownRange(composed.composite, dimensions, floors, subject.activityId, method)
  return { subject, dimensions, scored, floors, composed, range }
}

function publish(assessed: Assessed, bases: Bases, method: Methodology): Score {
  const { subject, dimensions, scored } = assessed
  const base = bases.own.get(subject.record.id) ?? null
  const coverage = sum(
    DIMENSIONS.map((key) =>
      dimensions[key].status === 'not-applicable' ? 1 : dimensions[key].coverage,
    ),
  )
  const insufficient = ineligibleReasons(subject, method)
  const basis = basisOf(dimensions, method)
  const measured = Math.round(basis.measured * 100)
  if (measured < method.minimumMeasured * 100) {
    insufficient.push(
      `${onlyShare(basis.measured)} of the weight was measured, below ${Math.round(method.minimumMeasured * 100)} %.`,
    )
  }
  const isLifted = base !== null && base.risk > assessed.composed.composite
  const acting = isLifted ? { ...assessed.floors, composite: base } : assessed.floors
  fillIn(
    dimensions,
    isLifted ? compose(termsOf(dimensions, scored), acting, method) : assessed.composed,
  )
  const isScored = insufficient.length === 0
  const composite = isScored ? sumMicro(contributionsOf(dimensions)) : null
  return {
    protocolId: subject.record.id,
    methodology: method.version,
    composite,
    rounded: composite === null ? null : roundScore(composite),
    level: composite === null ? null : riskLevel(composite),
    coverage,
    basis,
    dimensions,
    band: composite === null ? null : bandOf(composite, assessed, bases),
    changes: changesFrom(composite, dimensions, acting, subject, method),
    insufficient,
    asOf: isScored ? (latestDay(dimensions) ?? subject.asOf) : null,
  }
}

/** The range of its own missing data and of what it stands on; exactly the composite where nothing is missing. */
function bandOf(composite: number, { subject, composed, range }: Assessed, bases: Bases) {
  const raised = (own: number, at: keyof Bases) =>
    Math.max(own, bases[at].get(subject.record.id)?.risk ?? 0)
  const exact = raised(composed.composite, 'own')
  const [low, high] = [raised(range.low, 'low'), raised(range.high, 'high')]
  return {
    low: low < exact ? Math.min(composite, low) : composite,
    high: high > exact ? Math.max(composite, high) : composite,
  }
}

/** Every dimension with its signals, before the composite is computed. */
function readDimensions(
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
  return mapDimensions((key) =>
    readDimension(
      bySignal.flatMap(({ dimension, score }) => (dimension === key ? [score] : [])),
      method,
    ),
  )
}

function scoreSignal(signal: Signal, subject: Subject, method: Methodology): SignalScore {
  const { anchors, weight, prior } = method.signals[signal.id]
  const reading = signal.read(subject, method)
  const common = { id: signal.id, weight, contribution: 0, source: reading.source }
  if (!reading.known) {
    const sentence = `${signal.question} Not known.`
    const missing = reading.reason
    const nothing = { value: null, asOf: null, inherited: false }
    return { ...common, ...nothing, risk: prior, sentence, basis: 'missing', missing }
  }
  const { value, sentence, isTypical = false, inherited = false, isPartial, link } = reading.value
  const { seen } = reading.value
  const isJudgement = reading.source === METHODOLOGY_SOURCE
  return {
    ...common,
    value,
    // A typical value is in risk points already.
    risk: riskAt(anchors, value),
    sentence,
    // Values from our own tables were not read on any day: they carry the methodology's version instead.
    asOf: isJudgement ? null : reading.asOf,
    basis: isTypical ? 'category' : 'measured',
    missing: null,
    inherited,
    ...(isPartial && { seenRisk: riskAt(anchors, value) }),
    ...(seen && { seen: { share: seen.share, risk: riskAt(anchors, seen.value) } }),
    ...(link !== undefined && { link }),
  }
}

function readDimension(signals: SignalScore[], method: Methodology): DimensionScore {
  const total = sum(signals.map(({ weight }) => weight))
  const weighted = signals.map((signal) => ({ ...signal, weight: signal.weight / total }))
  const shareOf = (basis: Basis) =>
    Math.min(1, sum(weighted.map((signal) => (signal.basis === basis ? signal.weight : 0))))
  const coverage = shareOf('measured')
  const typical = shareOf('category')
  return {
    status: total === 0 ? 'not-applicable' : 'scored',
    isAssumed: total > 0 && coverage < method.assumedBelow,
    score: null,
    coverage,
    typical,
    weight: 0,
    contribution: 0,
    signals: weighted,
    floor: null,
  }
}

/** Writes the risk that is assumed into the signals that are missing or seen in part. */
function assumeMissing(
  dimensions: Record<DimensionKey, DimensionScore>,
  method: Methodology,
): void {
  const riskOf = riskAssuming(dimensions, method)
  for (const signal of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
    signal.risk = riskOf(signal)
    if (signal.missing) signal.sentence += ` It counts at ${roundScore(signal.risk)} of 10.`
  }
}

/**
 * Writes scores, weights and contributions into the dimensions. A contribution is the step of the running total, in whole
 * millionths: the steps add up to the composite to the last published digit, however many there are.
 */
function fillIn(dimensions: Record<DimensionKey, DimensionScore>, composed: Composed): void {
  let exact = 0
  let published = 0
  const step = (points: number) => {
    exact += points
    const running = Math.round(exact * MICRO)
    const contribution = (running - published) / MICRO
    published = running
    return contribution
  }
  for (const key of DIMENSIONS) {
    const score = composed.scores[key]
    if (score === undefined) continue
    const dimension = dimensions[key]
    const weight = composed.weights[key] ?? 0
    dimension.score = score
    dimension.weight = weight
    for (const signal of dimension.signals) {
      signal.contribution = step(weight * signal.weight * signal.risk)
    }
    const floor = composed.floors[key]
    const mean = sum(dimension.signals.map((signal) => signal.weight * signal.risk))
    if (floor) {
      dimension.floor = { ...floor, contribution: step(weight * (score - mean)) }
      // What other dimensions come to was not read of this one; every other floor is a fact.
      if (floor.id !== 'exposure') dimension.isAssumed = false
    }
    dimension.contribution = sumMicro(partsOf(dimension))
  }
}

/** The share of the weight of the dimensions that apply, by basis, as if all of them were scored. */
function basisOf(
  dimensions: Record<DimensionKey, DimensionScore>,
  { dimensionWeights }: Methodology,
): Record<Basis, number> {
  const applicable = DIMENSIONS.filter((key) => dimensions[key].status !== 'not-applicable')
  const total = sum(applicable.map((key) => dimensionWeights[key]))
  const mean = (share: (dimension: DimensionScore) => number) =>
    Math.min(
      1,
      sum(applicable.map((key) => dimensionWeights[key] * share(dimensions[key]))) / total,
    )
  return {
    measured: mean(({ coverage }) => coverage),
    category: mean(({ typical }) => typical),
    missing: mean(({ coverage, typical }) => Math.max(0, 1 - coverage - typical)),
  }
}

function partsOf({ signals, floor }: DimensionScore): number[] {
  return [...signals, ...(floor ? [floor] : [])].map(({ contribution }) => contribution)
}

function contributionsOf(dimensions: Record<DimensionKey, DimensionScore>): number[] {
  return DIMENSIONS.map((key) => dimensions[key].contribution)
}

function latestDay(dimensions: Record<DimensionKey, DimensionScore>): string | null {
  const days = DIMENSIONS.flatMap((key) =>
    dimensions[key].signals.flatMap(({ asOf }) => asOf ?? []),
  )
  return days.sort().at(-1) ?? null
}

function sumMicro(points: number[]): number {
  return points.reduce((total, part) => total + Math.round(part * MICRO), 0) / MICRO
}
