import { type Day, dayNumber } from '../domain/day.ts'

/** The data that identifies an incident. Upstream has no ids and may correct any part of it. */
export interface IncidentTraits {
  protocolId: string | null
  parentId: string | null
  name: string
  day: Day
  lossUsd: number | null
}

/** Largest correction of a day. */
const CORRECTED_DAYS = 31

/** Limits when both day and amount are corrected: days apart, and ratio of the amounts. */
const NEAR_DAYS = 3
const NEAR_AMOUNT = 2

/** The distance of two incidents under one rule; null when the rule does not match them. */
type Rule = (known: IncidentTraits, given: IncidentTraits) => number | null

/** The most reliable rule first. Each applies to what earlier rules did not match. */
const RULES: Rule[] = [
  (a, b) => when(sameTarget(a, b) && a.name === b.name && sameDay(a, b) && sameAmount(a, b)),
  (a, b) => when(sameTarget(a, b) && sameDay(a, b) && sameAmount(a, b)),
  (a, b) => when(sameTarget(a, b) && sameDay(a, b), amountsApart(a, b)),
  (a, b) =>
    when(
      sameTarget(a, b) && sameAmount(a, b) && daysApart(a, b) <= CORRECTED_DAYS,
      daysApart(a, b),
    ),
  (a, b) => when(mayBeTied(a, b) && sameDay(a, b) && (a.name === b.name || isSameLoss(a, b))),
  (a, b) =>
    when(
      sameTarget(a, b) &&
        daysApart(a, b) <= NEAR_DAYS &&
        amountsApart(a, b) <= Math.log(NEAR_AMOUNT),
      daysApart(a, b),
    ),
]

/**
 * Matches each given incident with at most one known incident; null for a new one. An incident with a corrected name, day,
 * amount or protocol stays the same incident. Two incidents of one protocol stay two: unchanged ones are matched first, and
 * only the remaining known ones can be earlier versions of the remaining given ones.
 */
export function recogniseIncidents<Known extends IncidentTraits>(
  known: readonly Known[],
  given: readonly IncidentTraits[],
): (Known | null)[] {
  const found: (Known | null)[] = given.map(() => null)
  const free = new Set(known)
  for (const rule of RULES) {
    const open = given.flatMap((incident, index) => (found[index] ? [] : [{ incident, index }]))
    const pairs = open.flatMap(({ incident, index }) =>
      [...free].flatMap((candidate) => {
        const apart = rule(candidate, incident)
        return apart === null ? [] : [{ candidate, index, apart }]
      }),
    )
    for (const { candidate, index } of pairs.sort((a, b) => a.apart - b.apart)) {
      if (found[index] || !free.delete(candidate)) continue
      found[index] = candidate
    }
  }
  return found
}

function when(isSo: boolean, apart = 0): number | null {
  return isSo ? apart : null
}

/** Upstream names an incident after its protocol, so the name identifies only an incident without a protocol. */
function sameTarget(a: IncidentTraits, b: IncidentTraits): boolean {
  if (a.protocolId || b.protocolId) return a.protocolId === b.protocolId
  if (a.parentId || b.parentId) return a.parentId === b.parentId
  return a.name === b.name
}

/** One of them has no protocol or family yet, or both belong to one family. */
function mayBeTied(a: IncidentTraits, b: IncidentTraits): boolean {
  const isLoose = (one: IncidentTraits) => !one.protocolId && !one.parentId
  return isLoose(a) || isLoose(b) || (a.parentId !== null && a.parentId === b.parentId)
}

function sameDay(a: IncidentTraits, b: IncidentTraits): boolean {
  return a.day === b.day
}

function sameAmount(a: IncidentTraits, b: IncidentTraits): boolean {
  return a.lossUsd === b.lossUsd
}

function isSameLoss(a: IncidentTraits, b: IncidentTraits): boolean {
  return a.lossUsd !== null && a.lossUsd > 0 && sameAmount(a, b)
}

function daysApart(a: IncidentTraits, b: IncidentTraits): number {
  return Math.abs(dayNumber(a.day) - dayNumber(b.day))
}

/** The absolute logarithm of the ratio; the maximum when one is unknown or zero. */
function amountsApart(a: IncidentTraits, b: IncidentTraits): number {
  if (sameAmount(a, b)) return 0
  if (!a.lossUsd || !b.lossUsd) return Number.MAX_VALUE
  return Math.abs(Math.log(a.lossUsd / b.lossUsd))
}
