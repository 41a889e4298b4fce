import type { Catalogue } from '../domain/catalogue.ts'
import { OPEN_INCIDENTS } from '../domain/sources.ts'
import { type BulkTable, columnsOf, portable } from './table.ts'

/** One row for each loss of a protocol that a public record with an open licence has, by day. Neither amounts nor causes. */
export function incidentTable({
  incidents,
  entries,
  retired,
}: Pick<Catalogue, 'incidents' | 'entries' | 'retired'>): BulkTable {
  const known = [...retired.map(({ entry }) => entry), ...entries]
  const slugs = new Map(known.map(({ record }) => [record.id, record.slug]))
  const all = [...incidents, ...known.flatMap((entry) => entry.incidents)]
  const byId = new Map(all.map((incident) => [incident.id, incident]))
  const rows = [...byId.values()].flatMap(({ id, protocolId, day, pocUrl }) => {
    const slug = protocolId === null ? undefined : slugs.get(protocolId)
    if (slug === undefined || !pocUrl?.startsWith(OPEN_INCIDENTS.link)) return []
    return [[portable(slug), portable(id), day, OPEN_INCIDENTS.id, portable(pocUrl)]]
  })
  return {
    name: 'incidents',
    about: 'One row for each loss of a protocol that an open public record has.',
    columns: columnsOf('incidents'),
    rows: rows.toSorted((a, b) => (`${a[2]} ${a[1]}` < `${b[2]} ${b[1]}` ? -1 : 1)),
  }
}
