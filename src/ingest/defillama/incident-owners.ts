import * as z from 'zod'
import rows from '../../../data/aliases/incidents.json' with { type: 'json' }

const rowsSchema = z.array(
  z.strictObject({
    /** The incident's name exactly as upstream writes it. */
    incident: z.string().min(1),
    /** Upstream's id for it, where that is not listed any more, or is another protocol's; left out where upstream has none. */
    upstreamId: z.string().regex(/^\d+$/).optional(),
    /** A protocol; beside `upstreamId` also the family of what that id was. */
    owner: z.string().regex(/^(\d+|parent#.+)$/),
    /** What makes the match certain. */
    note: z.string().min(1),
    source: z.url({ protocol: /^https$/ }),
  }),
)

/** Id of a protocol, or of a family, by `ownerKey`. */
export const INCIDENT_OWNERS: ReadonlyMap<string, string> = new Map(
  rowsSchema
    .parse(rows)
    .map(({ incident, upstreamId, owner }) => [ownerKey(incident, upstreamId), owner]),
)

/** The name of an incident, after upstream's id where it has one: such a row is another incident's than one of the name alone. */
export function ownerKey(incident: string, upstreamId: string | null = null): string {
  return upstreamId === null ? incident : `${upstreamId} ${incident}`
}
