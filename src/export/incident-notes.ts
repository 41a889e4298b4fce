import type { IncidentNotes } from '../contract/incident-notes.ts'
import type { Incident } from '../domain/protocol.ts'

/** What is to be said of an incident's own record; empty when there is nothing. */
export function incidentNotes({
  readings,
  implausibleLossUsd,
  unlistedSince,
}: Incident): IncidentNotes {
  return {
    ...(readings !== undefined && { readings }),
    ...(implausibleLossUsd !== undefined && { reportedLossUsd: implausibleLossUsd }),
    ...(unlistedSince !== undefined && { unlistedSince }),
  }
}
