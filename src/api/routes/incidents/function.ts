import type { IncidentIndex, IncidentRow } from '../../../contract/incidents.ts'
import { type IncidentsRequest, parseIncidentsQuery } from '../../../contract/incidents-query.ts'
import { incidentsMark, pageMeta } from '../../../contract/page-meta.ts'
import { positionOf } from '../cursor-position.ts'
import { answerFromIndex, createResponseCache, openOnce, Refusal } from '../index-function.ts'

const findIncidents = openOnce((document) => {
  if (!isIncidentIndex(document))
    throw new Error('incident-index.json is incomplete or does not match its schema.')
  const responses = createResponseCache({ responses: 500, bytes: 8_000_000 })
  return { index: document, ids: new Set(document.ids), responses }
})

/** `/_fn/incidents?set=…`: the rows of `GET /v1/incidents`. */
export const answerIncidents = answerFromIndex({
  find: findIncidents,
  parse: parseIncidentsQuery,
  keyOf: (_, text) => text,
  answer: ({ index, ids }, query) => pageOf(index, ids, query),
})

function pageOf(index: IncidentIndex, ids: ReadonlySet<string>, query: IncidentsRequest) {
  const { perPage, protocols } = query
  const of = { snapshot: index.snapshot, mark: incidentsMark(query) }
  const start = positionOf(query, of)
  if (typeof start !== 'number') return new Refusal(start)
  const current = protocols.map((id) => (ids.has(id) ? id : (lookUp(index.former, id) ?? id)))
  const rows = index.incidents.filter(filterOf(index, { ...query, protocols: current }))
  const meta = {
    ...pageMeta(query, { ...of, start, total: rows.length }),
    incidentsAsOf: index.incidentsAsOf,
    unknownIds: protocols.filter((_, at) => !ids.has(current[at] ?? '')),
    ...(index.chains && { unknownChains: unknownChains(index, query.chains) }),
  }
  return { success: true, data: rows.slice(start, start + perPage), meta }
}

function unknownChains({ chains, chainAliases }: IncidentIndex, wanted: string[]): string[] {
  const isKnown = (name: string) => chains?.includes(name) || Object.hasOwn(chainAliases, name)
  return [...new Set(wanted)].filter((name) => !isKnown(name))
}

/** Whether a row passes every filter. A loss of unknown size passes no least loss. */
function filterOf(
  { chainAliases }: IncidentIndex,
  { protocols, chains, causes, since, until, minLossUsd }: IncidentsRequest,
): (row: IncidentRow) => boolean {
  const wanted = new Set(protocols)
  const places = new Set(chains.flatMap((name) => lookUp(chainAliases, name)?.map(lower) ?? [name]))
  return ({ protocol, chains: own, causeClass, day, lossUsd }) =>
    (wanted.size === 0 || (protocol !== null && wanted.has(protocol.id))) &&
    (places.size === 0 || own.some((chain) => places.has(lower(chain)))) &&
    (causes.length === 0 || causes.includes(causeClass)) &&
    (since === null || day >= since) &&
    (until === null || day <= until) &&
    (minLossUsd === null || (lossUsd !== null && lossUsd >= minLossUsd))
}

function lower(name: string): string {
  return name.toLowerCase()
}

/** The value of a name that came from outside: `constructor` has none. */
function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Our own document, written whole: only its form is checked. */
function isIncidentIndex(document: unknown): document is IncidentIndex {
  const { snapshot, incidents, ids, former, chainAliases } = Object(document)
  return (
    typeof snapshot === 'string' &&
    Array.isArray(incidents) &&
    Array.isArray(ids) &&
    [former, chainAliases].every((table) => typeof table === 'object' && table !== null)
  )
}
