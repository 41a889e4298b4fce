import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { counted, points } from '../domain/format.ts'
import { signalName } from '../domain/signal-name.ts'
import { type Ledger, missingSentence } from './ledger.ts'

/** A missing reading. */
export interface Gap {
  name: string
  dimension: string
  /** Risk points that it counts at. */
  risk: number
  /** Points of the composite; null when the dimension is not part of one. */
  adds: number | null
  why: string
}

/** A floor that lifts a dimension. */
export interface ActingFloor {
  name: string
  dimension: string
  reason: string
  /** Risk points by the signals alone, and with the floor. */
  before: number
  after: number
  adds: number | null
}

/** The missing readings, the one that adds most to the composite first. */
export function gapsOf({ dimensions }: Ledger): Gap[] {
  const gaps = dimensions.flatMap((dimension) =>
    dimension.signals.flatMap(({ id, risk, contribution, missing, source }) =>
      missing === null
        ? []
        : [
            {
              name: signalName(id),
              dimension: dimension.label,
              risk,
              adds: dimension.contribution === null ? null : contribution,
              why: missingSentence(missing, source),
            },
          ],
    ),
  )
  return gaps.sort((a, b) => (b.adds ?? -1) - (a.adds ?? -1))
}

/** The floors that act, in the order of the dimensions. */
export function floorsOf({ dimensions }: Ledger): ActingFloor[] {
  return dimensions.flatMap((dimension) => {
    const { floor, label, contribution } = dimension
    if (!floor) return []
    return [
      {
        name: signalName(floor.id),
        dimension: label,
        reason: floor.reason,
        before: dimension.signals.reduce((sum, { weight, risk }) => sum + weight * risk, 0),
        after: floor.risk,
        adds: contribution === null ? null : floor.contribution,
      },
    ]
  })
}

/** The floors that act, in one sentence; null when none acts or there is no composite. */
export function floorSentence(floors: readonly ActingFloor[]): string | null {
  const [first, ...others] = floors
  const adds = floors.reduce((sum, floor) => sum + (floor.adds ?? 0), 0).toFixed(2)
  if (!first || first.adds === null) return null
  const name = first.dimension.toLowerCase()
  if (others.length === 0) {
    return `A floor lifts ${name} to ${points(first.after)} and adds ${adds}: ${first.reason}`
  }
  const names = [name, ...others.map(({ dimension }) => dimension.toLowerCase())]
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `Floors lift ${list}, and add ${adds} together. The reasons are listed below.`
}

/**
 * The range that what was not read allows, of itself and of the protocols whose score holds it up, as a sentence; null without a
 * composite, or where nothing is missing.
 */
export function rangeSentence(
  range: ScoreMetadata['composite']['range'],
  missing: number,
  isHeldByOthers: boolean,
): string | null {
  if (range === null) return null
  // What was read for a part of TVL opens a range too.
  if (missing === 0 && !isHeldByOthers && range.low === range.high) return null
  const others = missing === 0 ? ' of what it stands on' : ', of it and of what it stands on,'
  const condition = `If what was not read${isHeldByOthers ? others : ''} were as good as the best tenth of comparable protocols, or as bad as the worst tenth`
  return range.low === range.high
    ? `${condition}, the score would still be ${points(range.low)}.`
    : `${condition}, the score would lie between ${points(range.low)} and ${points(range.high)}.`
}

/** `3 of 41 in Lending, shared with 2 others`; the first has the lowest risk. */
export function formatRank({ category, position, of, tied }: NonNullable<ScoreMetadata['rank']>) {
  const shared = tied === 0 ? '' : `, shared with ${counted(tied, 'other')}`
  return `${position} of ${of} in ${category}${shared}`
}

/** A change of the composite, such as `0.24 lower`. */
export function formatDelta(delta: number): string {
  return `${Math.abs(delta).toFixed(2)} ${delta < 0 ? 'lower' : 'higher'}`
}
