import * as z from 'zod'
import { CAUSE_CLASSES } from '../domain/cause-class.ts'
import { dependent } from './dependencies.ts'
import { MAX_DEPENDENTS } from './dependency-limits.ts'
import * as f from './fields.ts'
import { incidentNotes } from './incident-notes.ts'
import { riskLevel } from './risk-level.ts'
import { whoElse } from './who-else.ts'

/** What was published about the protocol before its loss. */
const before = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    /** Day of the newest snapshot before the loss, and the version of the methodology. */
    day: f.day,
    methodology: f.text,
    composite: f.score,
    riskLevel,
  }),
  /** The newest snapshot before the loss had no score of the protocol. */
  z.strictObject({ status: z.literal('unscored') }),
  /** No snapshot before the loss had the protocol. */
  z.strictObject({ status: z.literal('not-published') }),
  /** It matches no protocol in the list. */
  z.strictObject({ status: z.literal('unmatched') }),
])

const recorded = z.strictObject({
  id: f.text,
  name: f.text,
  day: f.day,
  /** Gross, in US dollars. */
  lossUsd: f.usdOrNull,
  returnedUsd: f.usdOrNull,
  /** TVL shortly before, and its day. */
  tvlBeforeUsd: f.usdOrNull,
  tvlBeforeDay: f.dayOrNull,
  chain: f.textOrNull,
  cause: f.textOrNull,
  /** What made it possible, by our classes. Left out by earlier versions. */
  causeClass: z.enum(CAUSE_CLASSES).default('unclassified'),
  pocUrl: f.textOrNull,
  source: f.text,
  ...incidentNotes,
  /** The protocol that it counts for; null when it has no page. */
  protocol: z
    .strictObject({
      /** Id of upstream, which a rename does not change. */
      id: f.text,
      slug: f.text,
      name: f.text,
      composite: f.scoreOrNull,
      riskLevel: riskLevel.nullable(),
    })
    .nullable(),
  before,
  /** Who stood on the protocol, up to 200 where it is known of before the loss; null for an incident of no protocol. Left out by earlier versions. */
  whoElse: whoElse
    .extend({ rows: z.array(dependent).max(MAX_DEPENDENTS) })
    .nullable()
    .default(null),
})

/** `incidents.json`: every recorded loss with what was published before it, newest first. */
export const incidentList = z.strictObject({
  /** Day of the first snapshot; null when there is only the newest. */
  firstSnapshot: f.dayOrNull,
  /** False for the sample and for recordings: their snapshots were made after the losses. */
  registered: f.boolean,
  incidents: z.array(recorded),
})

export type IncidentList = z.infer<typeof incidentList>
export type RecordedIncident = IncidentList['incidents'][number]
