import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import type { IncidentIndex, IncidentRow } from '../contract/incidents.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { formerIds } from './former-ids.ts'
import { chainAliases } from './name-aliases.ts'
import { publishedRetired } from './retired.ts'
import { dayOfIncidents } from './stats.ts'

/** Path of the document below the folder of its data set. */
export const INCIDENT_INDEX_FILE = 'incident-index.json'

/** The rows of `GET /v1/incidents`, newest first, and the ids that can be asked for. */
export function createIncidentIndex(catalogue: Catalogue, list: IncidentList): IncidentIndex {
  const slugById = new Map(catalogue.entries.map(({ record }) => [record.id, record.slug]))
  const incidents = list.incidents.map((incident) => rowOf(incident, catalogue, list.registered))
  const chains = [
    ...new Set(
      [...incidents, ...catalogue.entries.map(({ record }) => record)].flatMap((one) => one.chains),
    ),
  ].sort()
  return {
    snapshot: catalogue.snapshot.publicId,
    incidentsAsOf: dayOfIncidents(catalogue),
    incidents,
    ids: [
      ...new Set([
        ...slugById.values(),
        ...publishedRetired(catalogue).map(({ entry }) => entry.record.slug),
        ...incidents.flatMap(({ protocol }) => (protocol ? protocol.id : [])),
      ]),
    ].sort(),
    former: formerIds(catalogue),
    chainAliases: Object.fromEntries(
      Object.entries(chainAliases(chains)).map(([alias, places]) => [
        alias,
        places.map((place) => chains[place] ?? ''),
      ]),
    ),
    chains: chains.map((chain) => chain.toLowerCase()).sort(),
  }
}

function rowOf(incident: RecordedIncident, catalogue: Catalogue, registered: boolean): IncidentRow {
  const { id, day, name, protocol, chain, lossUsd, returnedUsd, causeClass, cause } = incident
  const { pocUrl, source, readings, reportedLossUsd, unlistedSince } = incident
  const scoreBefore = scoreOf(incident, catalogue, registered)
  const { status } = incident.before
  return {
    ...{ id, day, name },
    protocol: protocol && { id: protocol.slug, name: protocol.name },
    chains: chain?.split(', ') ?? [],
    ...{ lossUsd, returnedUsd, causeClass, cause, pocUrl, source },
    ...(readings !== undefined && { readings }),
    ...(reportedLossUsd !== undefined && { reportedLossUsd }),
    ...(unlistedSince !== undefined && { unlistedSince }),
    scoreBefore,
    scoreBeforeMissing: scoreBefore || status === 'scored' ? null : status,
  }
}

/** The score that was published before a loss; of a sample, whose scores were all computed afterwards, the last of an earlier day. */
function scoreOf(
  { before, protocol, day }: RecordedIncident,
  { past: { snapshots, numbers } }: Catalogue,
  registered: boolean,
): IncidentRow['scoreBefore'] {
  const basis = registered ? 'published' : 'back-tested'
  if (before.status === 'scored') {
    const { day, methodology, composite, riskLevel } = before
    return { basis, day, methodology, composite, riskLevel }
  }
  if (registered || protocol === null) return null
  const at = snapshots.findLastIndex((snapshot) => snapshot.day < day)
  const [snapshot, score] = [snapshots[at], numbers.get(protocol.id)?.composite[at] ?? Number.NaN]
  if (!snapshot || Number.isNaN(score)) return null
  return {
    ...{ basis, day: snapshot.day, methodology: snapshot.methodology },
    composite: roundScore(score),
    riskLevel: riskLevel(score),
  }
}
