import type { Incident, TvlSection } from '../domain/protocol.ts'
import { missing, type Reading } from '../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { compareText } from '../domain/text-order.ts'

/** Sums over all chains, in US dollars. */
export type Sections = Reading<Record<TvlSection, number>>

/** By protocol, or by family. */
export type SectionsById = ReadonlyMap<string, Sections>

/** A loss of a family, and the TVL in use that it is measured by where the TVL before it is not known. */
export interface FamilyLoss {
  incident: Incident
  sections: Sections
}

const UNKNOWN: Sections = missing('not-covered', SOURCE_OF_ROLE.registry)

/** Each loss with the TVL of the member that it hit, and with that of the whole family where it names none, or one without a known TVL. */
export function familyLosses(
  incidents: readonly Incident[],
  members: SectionsById,
  family: Sections = UNKNOWN,
): FamilyLoss[] {
  return incidents.map((incident) => {
    const own = members.get(incident.protocolId ?? '')
    return { incident, sections: own?.known ? own : family }
  })
}

/** The TVL of each family: the sum over its members with a known TVL, and as old as the oldest of these. */
export function familySections(
  records: readonly { id: string; parentId: string | null }[],
  members: SectionsById,
): Map<string, Sections> {
  const families = new Map<string, Sections>()
  // In one order: the sum of floating-point numbers depends on it.
  for (const { id, parentId } of records.toSorted((a, b) => compareText(a.id, b.id))) {
    const own = members.get(id)
    if (parentId && own) families.set(parentId, added(families.get(parentId), own))
  }
  return families
}

function added(sum: Sections | undefined, one: Sections): Sections {
  if (!sum?.known) return one
  if (!one.known) return sum
  const value = { ...sum.value }
  for (const [section, usd] of Object.entries(one.value)) value[section as TvlSection] += usd
  return { ...sum, value, asOf: sum.asOf < one.asOf ? sum.asOf : one.asOf }
}
