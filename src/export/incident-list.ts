import { MAX_DEPENDENTS } from '../contract/dependency-limits.ts'
import {
  type IncidentList,
  incidentList,
  type RecordedIncident,
} from '../contract/incident-list.ts'
import { incidentIndex } from '../contract/incidents.ts'
import { type Scoreboard, scoreboard as scoreboardSchema } from '../contract/scoreboard.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { Catalogue, SnapshotEntry } from '../domain/catalogue.ts'
import { causeClass } from '../domain/incident-cause.ts'
import { parseJson } from '../domain/json.ts'
import type { Incident } from '../domain/protocol.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { checked } from './documents.ts'
import { createIncidentIndex, INCIDENT_INDEX_FILE } from './incident-index.ts'
import { incidentNotes } from './incident-notes.ts'
import { publishedRetired } from './retired.ts'
import { createWhoElse } from './who-else.ts'

/** Path of the document below the folder of its data set. */
export const INCIDENTS_FILE = 'incidents.json'

/** The lists of incidents of one data set, as JSON. */
export interface IncidentDocuments {
  list: string
  /** What `GET /v1/incidents` filters. */
  index: string
}

/**
 * Every incident of a snapshot with the score that was published before it. The scoreboard says which score that is; without one, as in the
 * sandbox, nothing was published before. Throws `EXPORT_FAILED` when a document does not match its schema.
 */
export function createIncidentLists(
  catalogue: Catalogue,
  scoreboard: string | null,
): IncidentDocuments {
  const board = scoreboard === null ? null : scoreboardSchema.parse(parseJson(scoreboard))
  const document = listIncidents(catalogue, board)
  return {
    list: checked(INCIDENTS_FILE, incidentList, document).body,
    index: checked(INCIDENT_INDEX_FILE, incidentIndex, createIncidentIndex(catalogue, document))
      .body,
  }
}

function listIncidents(catalogue: Catalogue, board: Scoreboard | null): IncidentList {
  const { events = [], predictions = [], registered = false } = board ?? {}
  const judged = [...events, ...(board?.pending?.events ?? [])]
  const protocols = protocolsById(catalogue)
  const bySlug = new Map([...protocols.values()].map((protocol) => [protocol?.slug, protocol]))
  const eventOf = new Map(judged.map((event) => [event.incident, event]))
  const findWhoElse = createWhoElse(catalogue)
  const withoutScore = createWithoutScore(catalogue, board)
  const incidents = allIncidents(catalogue).map((incident): RecordedIncident => {
    const event = eventOf.get(incident.id)
    const own = incident.protocolId === null ? undefined : protocols.get(incident.protocolId)
    const found = findWhoElse(incident)
    return {
      ...recordOf(incident),
      whoElse: found?.isBefore ? findWhoElse(incident, MAX_DEPENDENTS) : found,
      protocol: own ?? bySlug.get(event?.protocol) ?? null,
      before: event ? scoreOf(event) : { status: withoutScore(incident) },
    }
  })
  const known = new Set(incidents.map(({ id }) => id))
  for (const event of events) {
    if (!known.has(event.incident)) incidents.push(unlistedRecord(event, bySlug))
  }
  return {
    firstSnapshot: predictions.map(({ firstDay }) => firstDay).sort()[0] ?? null,
    registered,
    incidents: incidents.sort(newestFirst),
  }
}

/** A published event whose incident no source lists any more. */
function unlistedRecord(
  event: Scoreboard['events'][number],
  bySlug: ReadonlyMap<string | undefined, RecordedIncident['protocol'] | undefined>,
): RecordedIncident {
  const { incident: id, name, day, lossUsd, returnedUsd, tvlUsd, tvlOn, unlistedSince } = event
  return {
    ...{ id, name, day, lossUsd, returnedUsd },
    tvlBeforeUsd: tvlUsd,
    tvlBeforeDay: tvlOn,
    ...{ chain: null, cause: null, causeClass: 'unclassified', pocUrl: null },
    source: SOURCE_OF_ROLE.incidents,
    ...(unlistedSince !== undefined && { unlistedSince }),
    protocol: bySlug.get(event.protocol) ?? null,
    before: scoreOf(event),
    whoElse: null,
  }
}

/** Each incident once: those of the list, and those on pages of protocols. */
function allIncidents({ incidents, entries }: Catalogue): Incident[] {
  const all = [...incidents, ...entries.flatMap((entry) => entry.incidents)]
  return [...new Map(all.map((incident) => [incident.id, incident])).values()]
}

function recordOf(incident: Incident): Omit<RecordedIncident, 'protocol' | 'before' | 'whoElse'> {
  const { id, name, day, lossUsd, returnedUsd, chain, pocUrl, source } = incident
  return {
    id,
    name,
    day,
    lossUsd,
    returnedUsd,
    // A snapshot of an older version has neither.
    tvlBeforeUsd: incident.tvlBeforeUsd ? roundUsd(incident.tvlBeforeUsd) : null,
    tvlBeforeDay: incident.tvlBeforeDay ?? null,
    chain,
    cause: incident.technique ?? incident.cause,
    causeClass: causeClass(incident),
    pocUrl,
    source,
    ...incidentNotes(incident),
  }
}

function scoreOf(event: Scoreboard['events'][number]): RecordedIncident['before'] {
  const { scoredOn: day, methodology, composite, level: riskLevel } = event
  return { status: 'scored', day, methodology, composite, riskLevel }
}

/**
 * Why no score is given of the protocol of an incident, or of its family: none is in the list, no snapshot before had one of them, or the
 * newest before had no score.
 */
function createWithoutScore(catalogue: Catalogue, board: Scoreboard | null) {
  const { snapshots, numbers } = catalogue.past
  const rows = [...(board?.unscored ?? []), ...(board?.pending?.unscored ?? [])]
  const unscored = new Set(rows.map(({ incident }) => incident))
  const byId = Map.groupBy(entriesOf(catalogue), ({ record }) => record.id)
  const byFamily = Map.groupBy(entriesOf(catalogue), ({ record }) => record.parentId)
  return ({ id, protocolId, parentId, day }: Incident) => {
    const family = parentId === null ? [] : byFamily.get(parentId)
    const own = (protocolId === null ? family : byId.get(protocolId)) ?? []
    if (own.length === 0) return 'unmatched'
    const at = snapshots.findLastIndex((snapshot) => snapshot.day < day)
    const before = own.flatMap(({ record }) => {
      const past = numbers.get(record.id)
      return past?.listed.subarray(0, at + 1).includes(1) ? [past] : []
    })
    // What a live snapshot lacked counts only where it was published before the loss, which the scoreboard knows.
    const hasNone = board?.registered
      ? unscored.has(id)
      : before.every(({ composite }) => Number.isNaN(composite[at]))
    return before.length > 0 && hasNone ? 'unscored' : 'not-published'
  }
}

/** Every protocol with a page, listed or retired. */
function protocolsById(catalogue: Catalogue): Map<string, RecordedIncident['protocol']> {
  return new Map(
    entriesOf(catalogue).map(
      ({ record: { id, slug, name }, score: { rounded: composite, level: riskLevel } }) => [
        id,
        { id, slug, name, composite, riskLevel },
      ],
    ),
  )
}

function entriesOf(catalogue: Catalogue): SnapshotEntry[] {
  return [...catalogue.entries, ...publishedRetired(catalogue).map(({ entry }) => entry)]
}

/** By code unit within a day, so that the order is the same on every machine. */
function newestFirst(a: RecordedIncident, b: RecordedIncident): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1
  return a.id < b.id ? -1 : 1
}
