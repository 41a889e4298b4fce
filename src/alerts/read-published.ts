import { type AlertTable, alertTable } from '../contract/alert-table.ts'
import { type IncidentList, incidentList } from '../contract/incident-list.ts'
import type { Published } from './find-alerts.ts'

/**
 * The published documents that alerts are made of. Null when there are none, such as in a folder of an earlier version; what waits is
 * sent nevertheless.
 */
export async function readPublished(
  loadDocument: (name: string) => Promise<unknown>,
  origin: string,
): Promise<Published | null> {
  const [table, incidents] = await Promise.all([
    loadDocument('alerts.json').then(parseTable, () => null),
    loadDocument('incidents.json').then(parseIncidents, () => null),
  ])
  return table && incidents && { table, incidents, origin }
}

function parseTable(document: unknown): AlertTable | null {
  const table = alertTable.safeParse(document).data
  if (!table) return null
  const { ids, names, scores, snapshots } = table
  const isWhole =
    names.length === ids.length &&
    scores.length === snapshots.length &&
    scores.every((columns) => Object.values(columns).every(({ length }) => length === ids.length))
  return isWhole ? table : null
}

function parseIncidents(document: unknown): IncidentList | null {
  return incidentList.safeParse(document).data ?? null
}
