import { type AlertTable, alertTable } from '../contract/alert-table.ts'
import { type IncidentList, incidentList } from '../contract/incident-list.ts'
import type { PublishedAlerts } from './find-alerts.ts'

type LoadDocument = (name: string) => Promise<unknown>

/**
 * The published documents that alerts are made of. Null when there are none, such as in a folder of an earlier version; what waits is
 * sent nevertheless.
 */
export async function readPublished(
  loadDocument: LoadDocument,
  origin: string,
): Promise<PublishedAlerts | null> {
  const table = await readAlertTable(loadDocument)
  const incidents = await loadDocument('incidents.json').then(parseIncidents, () => null)
  return table && incidents && { table, incidents, origin }
}

/** The published scores of the last snapshots; null when there are none, or from an earlier version. */
export function readAlertTable(loadDocument: LoadDocument): Promise<AlertTable | null> {
  return loadDocument('alerts.json').then(parseTable, () => null)
}

function parseTable(document: unknown): AlertTable | null {
  const table = alertTable.safeParse(document).data
  if (!table) return null
  const { ids, protocolIds, names, announced, scores, snapshots } = table
  const isWhole =
    protocolIds.length === ids.length &&
    names.length === ids.length &&
    [announced, scores].every(({ length }) => length === snapshots.length) &&
    [...announced, ...scores].every((columns) =>
      Object.values(columns).every(({ length }) => length === ids.length),
    )
  return isWhole ? table : null
}

function parseIncidents(document: unknown): IncidentList | null {
  return incidentList.safeParse(document).data ?? null
}
