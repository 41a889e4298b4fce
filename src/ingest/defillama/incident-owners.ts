import * as z from 'zod'
import rows from '../../../data/aliases/incidents.json' with { type: 'json' }

const rowsSchema = z.array(
  z.strictObject({
    /** The incident's name exactly as upstream writes it. */
    incident: z.string().min(1),
    protocolId: z.string().regex(/^\d+$/),
    /** What makes the match certain. */
    note: z.string().min(1),
    source: z.url({ protocol: /^https$/ }),
  }),
)

/** Protocol id by incident name, for incidents without a protocol id upstream. */
export const INCIDENT_OWNERS: ReadonlyMap<string, string> = new Map(
  rowsSchema.parse(rows).map(({ incident, protocolId }) => [incident, protocolId]),
)
