import type { Chain } from '../domain/chain.ts'
import type { Day } from '../domain/day.ts'
import { addTo } from '../domain/groups.ts'
import type { Incident, TvlPoint, TvlSection } from '../domain/protocol.ts'
import { type Known, mapReading, missing, type Reading } from '../domain/reading.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { compareText } from '../domain/text-order.ts'
import { activityByCategory } from './category.ts'
import { type FamilyLoss, familyLosses, familySections, type Sections } from './family-losses.ts'
import type { Activity, Methodology } from './methodology.ts'

const REGISTRY = SOURCE_OF_ROLE.registry

/** A protocol whose code was forked, with its own incidents and TVL. */
export interface ForkSource {
  id: string
  name: string
  incidents: Incident[]
  sections: Sections
}

/** Shares of the TVL by chain, the largest first; they sum to 1. */
export type ChainShares = [chain: Chain, share: number][]

/** The input of the signals: one protocol's record, and facts that need the whole universe. */
export interface Subject {
  record: ProtocolRecord
  asOf: Day
  /** Id in the activity table, or null when upstream's category is not in it. */
  activityId: string | null
  activity: Activity | null
  sections: Sections
  /** Share of TVL by chain; missing when there is no TVL to share out. */
  chainShares: Reading<ChainShares>
  ownIncidents: Reading<Incident[]>
  /** Days of own incidents that too few readings have to count, oldest first. */
  unconfirmed: readonly Day[]
  /** Incidents of other members of the family (same parent), or of the family as a whole. */
  familyLosses: Reading<FamilyLoss[]>
  forkSources: Reading<ForkSource[]>
  /** Governance votes declared by another member of the family; null when there are none. */
  familyGovernance: Known<string[]> | null
}

/** All protocols of a universe as subjects, in the order of the records. */
export function subjectsOf(universe: Universe, method: Methodology): Subject[] {
  const lookup = createLookup(universe, method)
  return universe.records.map((record) => createSubject(record, universe, lookup, method))
}

interface Lookup {
  chains: Map<string, Chain>
  /** Activity by category in lower case. */
  activities: ReadonlyMap<string, string>
  byProtocol: Map<string, Incident[]>
  byFamily: Map<string, Incident[]>
  /** Those of a protocol that too few readings have. */
  unconfirmed: ReadonlyMap<string | null, Incident[]>
  /** Registry id by id, and by lower-case name when only one row has it. */
  registryRows: Map<string, { id: string; name: string }>
  sections: Map<string, Sections>
  /** By family. */
  familySections: Map<string, Sections>
  /** By family, the best place to vote first. */
  votes: Map<string, FamilyVote[]>
}

/** True for an incident that enough readings have, on different days or of different sources; and for one of the first list that was read. */
export function isConfirmed({ readings }: Incident, { incidents }: Methodology): boolean {
  return readings === undefined || readings >= incidents.readings
}

interface FamilyVote {
  id: string
  governance: Known<string[]>
}

function createLookup(universe: Universe, method: Methodology): Lookup {
  const byProtocol = new Map<string, Incident[]>()
  const byFamily = new Map<string, Incident[]>()
  const parents = new Map(universe.registry.map((row) => [row.id, row.parentId]))
  const incidents = universe.incidents.known
    ? universe.incidents.value
    : [...(universe.pageIncidents?.values() ?? [])].flatMap(({ value }) => value)
  const counted = incidents.filter((incident) => isConfirmed(incident, method))
  const unconfirmed = Map.groupBy(
    incidents.filter((incident) => !isConfirmed(incident, method)),
    ({ protocolId }) => protocolId,
  )
  for (const incident of counted.sort((a, b) => compareText(a.id, b.id))) {
    if (incident.protocolId) addTo(byProtocol, incident.protocolId, incident)
    const family =
      incident.parentId ?? (incident.protocolId ? parents.get(incident.protocolId) : null)
    if (family) addTo(byFamily, family, incident)
  }
  const registryRows = new Map<string, { id: string; name: string }>()
  const twice = new Set<string>()
  for (const { id, name } of universe.registry) {
    const key = name.toLowerCase()
    if (registryRows.has(key)) twice.add(key)
    registryRows.set(key, { id, name })
  }
  for (const key of twice) registryRows.delete(key)
  for (const { id, name } of universe.registry) registryRows.set(id, { id, name })
  const chains = new Map(universe.chains.map((chain) => [chain.name, chain]))
  const sections = new Map(universe.records.map((record) => [record.id, sectionsOf(record)]))
  return {
    chains,
    activities: activityByCategory(method),
    byProtocol,
    byFamily,
    unconfirmed,
    registryRows,
    sections,
    familySections: familySections(universe.records, sections),
    votes: votesByFamily(universe.records),
  }
}

/** On-chain votes before Snapshot, then by text, so that the order of the records changes nothing. */
function votesByFamily(records: ProtocolRecord[]): Map<string, FamilyVote[]> {
  const votes = new Map<string, FamilyVote[]>()
  for (const { id, parentId, facts } of records) {
    const { governance } = facts
    if (!parentId || !governance?.known || governance.value.length === 0) continue
    const sorted = { ...governance, value: [...governance.value].sort(compareText) }
    addTo(votes, parentId, { id, governance: sorted })
  }
  for (const list of votes.values()) list.sort(compareVotes)
  return votes
}

function compareVotes(a: FamilyVote, b: FamilyVote): number {
  const [x, y] = [a.governance, b.governance]
  return (
    Number(votesOnChain(y.value)) - Number(votesOnChain(x.value)) ||
    compareText(x.value.join(), y.value.join()) ||
    compareText(y.asOf, x.asOf) ||
    compareText(a.id, b.id)
  )
}

/** True when one of these votes is not on Snapshot, which records votes but cannot execute them. */
export function votesOnChain(ids: readonly string[]): boolean {
  return ids.some((id) => !id.toLowerCase().startsWith('snapshot:'))
}

function createSubject(
  record: ProtocolRecord,
  universe: Universe,
  lookup: Lookup,
  method: Methodology,
): Subject {
  const activityId =
    method.protocols[record.id] ??
    lookup.activities.get(record.category?.toLowerCase() ?? '') ??
    null
  const tvl = sortedTvl(record)
  // Without a list: the incidents on the protocol's own page, and those known of its family.
  const list = universe.incidents.known
    ? universe.incidents
    : (universe.pageIncidents?.get(record.id) ?? universe.incidents)
  const own = lookup.byProtocol.get(record.id) ?? []
  const family = (record.parentId && lookup.byFamily.get(record.parentId)) || []
  const votes = (record.parentId && lookup.votes.get(record.parentId)) || []
  const forkedFrom = record.facts.forkedFrom ?? missing('not-covered', record.tvl.source)
  return {
    record,
    asOf: universe.asOf,
    activityId,
    activity: (activityId && method.activities[activityId]) || null,
    sections: lookup.sections.get(record.id) ?? sectionsOf(record),
    chainShares: chainShares(tvl, lookup.chains),
    ownIncidents: mapReading(list, () => own),
    unconfirmed: (lookup.unconfirmed.get(record.id) ?? []).map(({ day }) => day).sort(),
    familyLosses: mapReading(list, () => {
      const others = family.filter((incident) => incident.protocolId !== record.id)
      return familyLosses(others, lookup.sections, lookup.familySections.get(record.parentId ?? ''))
    }),
    forkSources: list.known
      ? mapReading(forkedFrom, (names) => forkSourcesOf(names, record.id, lookup))
      : list,
    familyGovernance: votes.find(({ id }) => id !== record.id)?.governance ?? null,
  }
}

/** By name, so that the order in which upstream lists them changes nothing. */
function forkSourcesOf(names: string[], ownId: string, lookup: Lookup): ForkSource[] {
  const forkSources = names.flatMap((name) => {
    const row = lookup.registryRows.get(name) ?? lookup.registryRows.get(name.toLowerCase())
    if (!row || row.id === ownId) return []
    const sections = lookup.sections.get(row.id) ?? missing('not-covered', REGISTRY)
    return [{ ...row, incidents: lookup.byProtocol.get(row.id) ?? [], sections }]
  })
  return forkSources.sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id))
}

/** In a fixed order: the sum of floating-point numbers depends on it, and upstream guarantees none. */
function sortedTvl({ tvl }: ProtocolRecord): Reading<TvlPoint[]> {
  return mapReading(tvl, (points) => [...points].sort(byPlace))
}

function sectionsOf(record: ProtocolRecord): Sections {
  return mapReading(sortedTvl(record), sumSections)
}

function byPlace(a: TvlPoint, b: TvlPoint): number {
  return compareText(a.chain, b.chain) || compareText(a.section, b.section)
}

function sumSections(points: { section: TvlSection; usd: number }[]): Record<TvlSection, number> {
  const sums = { tvl: 0, borrowed: 0, staking: 0, pool2: 0, vesting: 0, treasury: 0, offers: 0 }
  for (const point of points) sums[point.section] += point.usd
  return sums
}

function chainShares(tvl: Reading<TvlPoint[]>, chains: Map<string, Chain>): Reading<ChainShares> {
  if (!tvl.known) return tvl
  const held = tvl.value.filter(({ section, usd }) => section === 'tvl' && usd > 0)
  const total = held.reduce((sum, { usd }) => sum + usd, 0)
  if (total <= 0) return missing('not-covered', tvl.source)
  return {
    ...tvl,
    value: held
      .map(({ chain, usd }): [Chain, number] => [
        chains.get(chain) ?? unknownChain(chain),
        usd / total,
      ])
      .sort(([a, x], [b, y]) => y - x || compareText(a.name, b.name)),
  }
}

function unknownChain(name: string): Chain {
  return { name, kind: 'other', chainId: null, security: null }
}
