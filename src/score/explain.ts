import type { Day } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Change, DimensionScore, Score, SignalScore } from '../domain/score.ts'
import { riskAt } from './anchors.ts'
import { type Risks, riskAssuming } from './assume.ts'
import { compose, type Terms } from './compose.ts'
import { floorsAfterLoss, type LossFloors } from './floors.ts'
import { type Methodology, signalIdOf } from './methodology.ts'
import type { Subject } from './subject.ts'

/** Changes that move the composite by less are not listed. */
const LEAST_MOVE = 0.05

const MAX_BETTER = 2
const MAX_WORSE = 1

/** How a market is used or priced: where no one knows how it stands, no one can say what would change. */
const OF_MARKETS: ReadonlySet<DimensionKey> = new Set(['credit', 'oracle'])

type Range = NonNullable<Score['band']>

type Dimensions = Record<DimensionKey, DimensionScore>

/** The signals of some dimensions, each with the risk points it counted at or with others. */
export function termsOf(
  dimensions: Dimensions,
  keys: readonly DimensionKey[],
  riskOf: (signal: SignalScore) => number = ({ risk }) => risk,
): Terms {
  return Object.fromEntries(
    keys.map((key) => [
      key,
      dimensions[key].signals.map((signal) => ({ weight: signal.weight, value: riskOf(signal) })),
    ]),
  )
}

/** The range of the composite that its own missing data allow, with the floors of losses and before those of what it stands on. */
export function ownRange(
  composite: number,
  dimensions: Dimensions,
  lossFloors: LossFloors,
  activityId: Subject['activityId'],
  method: Methodology,
): Range {
  const judged = DIMENSIONS.filter((key) => dimensions[key].status !== 'not-applicable')
  const at = (end: keyof Range) => {
    const riskOf = (signal: SignalScore) =>
      riskAtEnd(signal, end, spreadOf(signal, activityId, method))
    return compose(termsOf(dimensions, judged, riskOf), lossFloors, method).composite
  }
  return { low: Math.min(composite, at('low')), high: Math.max(composite, at('high')) }
}

/**
 * A missing signal at that end of its spread. Of one that speaks for a part of TVL, the rest is there, or at what was read where that is
 * worse; and it is not inside of what the signal counts at. So to read less never narrows the range, and never lowers what was read.
 */
function riskAtEnd(
  { missing, seen, risk }: SignalScore,
  end: keyof Range,
  { [end]: spread }: Range,
): number {
  if (missing) return spread
  if (!seen) return risk
  const outer = end === 'low' ? Math.min : Math.max
  const unread = Math.max(seen.risk, spread)
  return outer(risk, seen.share * seen.risk + (1 - seen.share) * unread)
}

/** The changes that would move the composite most. The floors hold in each. */
export function changesFrom(
  composite: number | null,
  dimensions: Dimensions,
  lossFloors: LossFloors,
  { asOf }: Pick<Subject, 'asOf'>,
  method: Methodology,
): Change[] {
  if (composite === null) return []
  const scored = DIMENSIONS.filter((key) => dimensions[key].status === 'scored')
  const compositeWith = ({ risks, floors = lossFloors }: Otherwise) => {
    const riskOf = riskAssuming(dimensions, method, risks)
    const { composite: changed } = compose(termsOf(dimensions, scored, riskOf), floors, method)
    // A loss would bring floors of its own, beside that of what the protocol stands on.
    return Math.max(changed, lossFloors.composite?.risk ?? 0)
  }
  const isDated = dimensions[method.signals.quietAge.dimension].signals.every(
    ({ id, missing }) => id !== 'quietAge' || !missing,
  )
  return changesOf(composite, dimensions, scored, { asOf, isDated, compositeWith, method })
}

/** Some signals at other risk points, and other floors where those would change too. */
interface Otherwise {
  risks: Risks
  floors?: LossFloors
}

function spreadOf(signal: SignalScore, activityId: string | null, method: Methodology) {
  const { spread } = method.signals[signalIdOf(signal.id)]
  return spread.byActivity[activityId ?? ''] ?? spread
}

/** What a change is computed with. */
interface Possible {
  asOf: Day
  /** False when it is not known since when it runs: a loss then ends no years that are known. */
  isDated: boolean
  compositeWith: (otherwise: Otherwise) => number
  method: Methodology
}

function changesOf(
  composite: number,
  dimensions: Dimensions,
  scored: readonly DimensionKey[],
  { asOf, isDated, compositeWith, method }: Possible,
): Change[] {
  const changes = scored.flatMap((dimension) =>
    dimensions[dimension].signals.flatMap((signal) => {
      if (signal.missing && OF_MARKETS.has(dimension)) return []
      const { anchors, reach } = method.signals[signalIdOf(signal.id)]
      return [reach.better, reach.worse].flatMap((end) => {
        if (!end) return []
        const change = { signal: signal.id, dimension, what: end.what }
        if (signal.id === 'incidents') {
          const otherwise = afterLoss((signal.value ?? 0) + end.value, asOf, isDated, method)
          return [{ ...change, composite: compositeWith(otherwise) }]
        }
        const risk = riskAt(anchors, end.value)
        if (end === reach.better ? risk >= signal.risk : risk <= signal.risk) return []
        return [{ ...change, composite: compositeWith({ risks: { [signal.id]: risk } }) }]
      })
    }),
  )
  const moving = changes.filter((change) => Math.abs(change.composite - composite) >= LEAST_MOVE)
  // A stable sort: equal moves stay in the order of the dimensions and signals.
  const better = moving.filter((change) => change.composite < composite)
  const worse = moving.filter((change) => change.composite > composite)
  return [
    ...better.sort((a, b) => a.composite - b.composite).slice(0, MAX_BETTER),
    ...worse.sort((a, b) => b.composite - a.composite).slice(0, MAX_WORSE),
  ]
}

/** A full loss today raises the record of losses, ends the quiet years, and brings the floors of a recent loss. */
function afterLoss(pressure: number, asOf: Day, isDated: boolean, method: Methodology): Otherwise {
  const { incidents, quietAge } = method.signals
  return {
    risks: {
      incidents: riskAt(incidents.anchors, pressure),
      ...(isDated && { quietAge: riskAt(quietAge.anchors, 0) }),
    },
    floors: floorsAfterLoss(asOf, method),
  }
}
