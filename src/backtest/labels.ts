import { addDays, type Day } from '../domain/day.ts'
import type { Universe } from '../domain/record.ts'
import type { Cause, LabelIncident } from './incident-list.ts'

/** The days whose incidents a cohort is tested on: after its own day, up to and including `to`. */
export interface LossWindow {
  after: Day
  to: Day
}

/** What happened to one protocol within the window: several incidents are one event. */
export interface LossEvent {
  /** Day of the first. */
  day: Day
  /** Sum of the amounts that are given, gross; null when none is. */
  lossUsd: number | null
  /** Of the largest loss. */
  cause: Cause
  names: string[]
  incidents: Loss[]
}

/** An incident as a loss of its protocol. */
export type Loss = Pick<LabelIncident, 'name' | 'day' | 'lossUsd' | 'cause'>

export const UNMATCHED = ['no-protocol', 'listed-later', 'absent', 'no-member'] as const

/** Why an incident matches no protocol of a cohort: it names none, one listed later, one that should be listed and is not, or a family without a member in scope. */
export type Unmatched = (typeof UNMATCHED)[number]

export interface Labels {
  events: Map<string, LossEvent>
  unmatched: { incident: LabelIncident; reason: Unmatched }[]
}

export interface LabelContext {
  universe: Universe
  /** Largest id assigned by the day. */
  lastId: number
  /** Size in US dollars by id, to find the largest member of a family. */
  sizes: ReadonlyMap<string, number>
  /** Curated ids by incident name: used for labels, never for the score. */
  aliases: ReadonlyMap<string, string>
}

export function windowOf(day: Day, horizonDays: number, until: Day): LossWindow {
  const end = addDays(day, horizonDays)
  return { after: day, to: end < until ? end : until }
}

export function within(incidents: readonly LabelIncident[], { after, to }: LossWindow) {
  return incidents.filter(({ day }) => day > after && day <= to)
}

/** Matches the incidents of a window to the protocols of a cohort, with one event per protocol. */
export function labelsOf(incidents: readonly LabelIncident[], context: LabelContext): Labels {
  const find = createFinder(context)
  const grouped = new Map<string, LabelIncident[]>()
  const unmatched: Labels['unmatched'] = []
  for (const incident of incidents) {
    const found = find(incident)
    if ('reason' in found) unmatched.push({ incident, reason: found.reason })
    else grouped.set(found.id, [...(grouped.get(found.id) ?? []), incident])
  }
  const events = new Map([...grouped].map(([id, list]) => [id, outcomeOf(list)]))
  return { events, unmatched }
}

type Found = { id: string } | { reason: Unmatched }

function createFinder({ universe, lastId, sizes, aliases }: LabelContext) {
  const listed = new Set(universe.registry.map(({ id }) => id))
  const largest = largestMembers(universe, sizes)
  const byName = uniqueNames(universe)
  return (incident: LabelIncident): Found => {
    const id = incident.protocolId ?? aliases.get(incident.name) ?? null
    if (id !== null) {
      if (listed.has(id)) return { id }
      return { reason: Number(id) > lastId ? 'listed-later' : 'absent' }
    }
    if (incident.familyId !== null) {
      const member = largest.get(incident.familyId)
      return member === undefined ? { reason: 'no-member' } : { id: member }
    }
    const named = incident.isDefi ? byName.get(incident.name.toLowerCase()) : undefined
    return named ? { id: named } : { reason: 'no-protocol' }
  }
}

function largestMembers(universe: Universe, sizes: ReadonlyMap<string, number>) {
  const largest = new Map<string, string>()
  const members = universe.records
    .filter(({ parentId }) => parentId !== null)
    .sort((a, b) => (sizes.get(b.id) ?? 0) - (sizes.get(a.id) ?? 0) || Number(a.id) - Number(b.id))
  for (const { id, parentId } of members) {
    if (parentId !== null && !largest.has(parentId)) largest.set(parentId, id)
  }
  return largest
}

/** Id by lower-case name; null where two rows share it. */
function uniqueNames(universe: Universe): Map<string, string | null> {
  const names = new Map<string, string | null>()
  for (const { id, name } of universe.registry) {
    const key = name.toLowerCase()
    names.set(key, names.has(key) ? null : id)
  }
  return names
}

/** Several incidents of one protocol as one event. */
export function outcomeOf(list: Loss[]): LossEvent {
  const amounts = list.flatMap(({ lossUsd }) => lossUsd ?? [])
  const byLoss = [...list].sort((a, b) => (b.lossUsd ?? 0) - (a.lossUsd ?? 0))
  const days = list.map(({ day }) => day).sort()
  return {
    day: days[0] ?? '',
    lossUsd: amounts.length > 0 ? amounts.reduce((sum, usd) => sum + usd, 0) : null,
    cause: byLoss[0]?.cause ?? 'unknown',
    names: list.map(({ name }) => name),
    incidents: list,
  }
}
