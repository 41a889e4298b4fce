import * as z from 'zod'
import { CAUSE_CLASSES } from '../domain/cause-class.ts'
import * as f from './fields.ts'
import { incidentNotes } from './incident-notes.ts'
import { pageMeta } from './protocol-summary.ts'
import { riskLevel } from './risk-level.ts'

const scoreBefore = z
  .strictObject({
    basis: z
      .enum(['published', 'back-tested'])
      .describe(
        '`published`: it was public before the loss. `back-tested`: it was computed afterwards, from what was known on its day.',
      ),
    day: f.day.describe('Day of the snapshot, which may be long before the loss.'),
    methodology: f.text.describe('Version of the methodology.'),
    composite: f.score.describe('As published, to one decimal.'),
    riskLevel,
  })
  .describe('The newest score of the protocol on a day before the loss.')

export const incidentRow = z
  .strictObject({
    id: f.text.describe('Identifier of the incident: its day and name.'),
    day: f.day.describe('Day of the loss.'),
    name: f.text.describe('Name of who was hit, as the source has it.'),
    protocol: z
      .strictObject({
        id: f.slugText.describe("The protocol's identifier: its current slug."),
        name: f.text.describe('The display name.'),
      })
      .nullable()
      .describe('The protocol that it counts for. Null when it is of none in the list.'),
    chains: z.array(f.text).describe('Chains on which it happened. Empty when not known.'),
    lossUsd: f.usdOrNull.describe(
      'Loss in US dollars, before what was returned. Null when unknown, never zero.',
    ),
    returnedUsd: f.usdOrNull.describe(
      'What was returned of it, in US dollars. Null when nothing is known of it.',
    ),
    causeClass: z
      .enum(CAUSE_CLASSES)
      .describe(
        'What made it possible, by our classes. `unclassified` when the words of the source say too little.',
      ),
    cause: f.textOrNull.describe('The same in the words of the source. Null when it has none.'),
    pocUrl: f.textOrNull.describe('A write-up that the source names. Null without one.'),
    source: f.text.describe('Identifier of the source.'),
    ...incidentNotes,
    scoreBefore: scoreBefore
      .nullable()
      .describe('Null when there is none; `scoreBeforeMissing` says why.'),
    scoreBeforeMissing: z
      .enum(['not-published', 'unscored', 'unmatched'])
      .nullable()
      .describe(
        '`not-published`: there was no snapshot of it before. `unscored`: the newest one before had no score of it. `unmatched`: it is of no protocol in the list. Null with a score.',
      ),
  })
  .describe('One recorded loss.')

const incidentMeta = z
  .strictObject({
    ...pageMeta.shape,
    incidentsAsOf: f.dayOrNull.describe(
      'Day of the newest list of incidents that was read. Null when none was.',
    ),
    unknownIds: z
      .array(f.text)
      .describe('Ids of `protocol` that no protocol has or had: they match nothing.'),
    unknownChains: z
      .array(f.text)
      .optional()
      .describe('Names of `chain` that no chain has, in lower case: they match nothing.'),
  })
  .describe('Position of the page, the age of the list, and ids and chains that are not known.')

export const incidentsDocument = z
  .strictObject({
    success: z.literal(true),
    data: z.array(incidentRow).max(100),
    meta: incidentMeta,
  })
  .describe('One page of recorded losses, newest first.')

/** `incident-index.json`: every row, newest first, and the ids that can be asked for. */
export const incidentIndex = z.strictObject({
  snapshot: f.text,
  incidentsAsOf: f.dayOrNull,
  incidents: z.array(incidentRow),
  /** Current ids of all protocols of the list, also of those without an incident. */
  ids: z.array(f.slugText),
  /** Former ids, each with the current one. */
  former: z.record(f.slugText, f.slugText),
  /** Other names of chains in lower case, each with the names that it goes by here. */
  chainAliases: z.record(f.text, z.array(f.text)),
  /** Every other name of a chain that can be asked for, in lower case. Builds before 2026-12 lack them. */
  chains: z.array(f.text).optional(),
})

export type IncidentIndex = z.infer<typeof incidentIndex>
export type IncidentRow = z.infer<typeof incidentRow>
export type IncidentMeta = z.infer<typeof incidentMeta>
