import * as z from 'zod'
import { incidentsDocument } from '../../contract/incidents.ts'
import { parseIncidentsQuery } from '../../contract/incidents-query.ts'
import { incidentsMark } from '../../contract/page-meta.ts'
import { MAX_USD } from '../../contract/query.ts'
import { CAUSE_CLASSES } from '../../domain/cause-class.ts'
import { addressOf } from '../ask-api.ts'
import { cutPage } from '../cut-page.ts'
import { names } from '../names.ts'
import { nameHints, suggestIds } from '../suggest.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 50
/** Unknown ids that are looked up. */
const MAX_LOOKED_UP = 3

export const listIncidents = defineTool({
  name: 'list_incidents',
  title: 'Recorded losses',
  description:
    'Recorded losses, newest first, each with the newest score before it: `published` then, or `back-tested` later. Not every loss is on record: no row is no proof. `lossUsd` null is unknown, not zero.',
  input: z.strictObject({
    protocol: names.describe('Ids.'),
    chain: names,
    cause: z.array(z.enum(CAUSE_CLASSES)).optional(),
    since: z.iso.date().optional(),
    until: z.iso.date().optional(),
    min_loss: z.number().min(0).max(MAX_USD).optional().describe('US dollars.'),
    page: z.int().min(1).max(10_000).optional(),
    cursor: z.string().max(200).optional().describe('nextCursor, in place of page.'),
    limit: z.int().min(1).max(MAX_ROWS).default(10),
  }),
  run: async ({ limit, ...filters }, api) => {
    const address = addressOf('/v1/incidents', { ...filters, per_page: limit })
    const { data, meta } = incidentsDocument.parse(await api.get(address))
    const { total, incidentsAsOf, unknownIds } = meta
    const [hints, suggestions] = await Promise.all([
      nameHints(filters, total, api),
      Promise.all(unknownIds.slice(0, MAX_LOOKED_UP).map((id) => suggestIds(id, api))),
    ])
    const meant = unknownIds.map((id, at) => {
      const ids = suggestions[at] ?? []
      return `No protocol has the id "${id}".${ids.length > 0 ? ` Did you mean ${ids.join(', ')}?` : ''}`
    })
    return cutPage({
      ...{ rows: data, meta, mark: markOf(address), cursor: filters.cursor },
      documentOf: (rows) => ({
        incidentsAsOf,
        ...(meant.length + hints.length > 0 && { hints: [...meant, ...hints] }),
        incidents: rows.map(({ id: _, protocol, name, scoreBeforeMissing, ...row }) => ({
          ...{ day: row.day, protocol: protocol?.id ?? null, name: protocol?.name ?? name },
          ...row,
          ...(scoreBeforeMissing !== null && { scoreBeforeMissing }),
        })),
      }),
    })
  },
})

/** What the cursors of a query belong to. */
function markOf(address: string): string {
  const parsed = parseIncidentsQuery(new URL(address, 'http://localhost').searchParams)
  return parsed.ok ? incidentsMark(parsed.value) : ''
}
