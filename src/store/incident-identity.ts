import { type Day, dayNumber } from '../domain/day.ts'

/** What an incident is recognised by. Upstream gives it no id, and corrects every part of it. */
export interface IncidentTraits {
  protocolId: string | null
  parentId: string | null
  name: string
  day: Day
  lossUsd: number | null
}

/** A corrected day lies within this many of the first one. */
const CORRECTED_DAYS = 31

/** When both day and amount are corrected, they stay this near: days apart, and one amount over the other. */
const NEAR_DAYS = 3
const NEAR_AMOUNT = 2

/** How far two incidents are apart by one way to recognise them, or null when it does not recognise them. */
type Rule = (known: IncidentTraits, given: IncidentTraits) => number | null

/** The surest way first. Each is tried on what the ones before it left over. */
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
 * Which of the known incidents each given one is, at most one each; null for a new one. An incident that was corrected in
 * its name, day, amount or protocol is the one that it was. Two of one protocol stay two: what is there unchanged is
 * recognised first, and only what would be lost can be the earlier form of what is new.
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

/** Upstream gives a loss of a protocol that protocol's name, so only one without a protocol is known by its name. */
function sameTarget(a: IncidentTraits, b: IncidentTraits): boolean {
  if (a.protocolId || b.protocolId) return a.protocolId === b.protocolId
  if (a.parentId || b.parentId) return a.parentId === b.parentId
  return a.name === b.name
}

/** One of them is tied to nothing yet, or both belong to one family. */
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

/** As a logarithm of one over the other; far when one is not known or zero. */
function amountsApart(a: IncidentTraits, b: IncidentTraits): number {
  if (sameAmount(a, b)) return 0
  if (!a.lossUsd || !b.lossUsd) return Number.MAX_VALUE
  return Math.abs(Math.log(a.lossUsd / b.lossUsd))
}
