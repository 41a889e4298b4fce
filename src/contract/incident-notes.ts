import * as z from 'zod'
import * as f from './fields.ts'

/** What a reader must know of an incident's own record; each is left out when there is nothing to say. */
export const incidentNotes = {
  readings: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Readings that have it, on different days or of different sources, counted up to four. It counts in scores from two on. Left out when it was in the first list that was read.',
    ),
  reportedLossUsd: f.usd
    .optional()
    .describe(
      'What the source says was lost, where that is more than can have been lost: `lossUsd` is then null. Left out otherwise.',
    ),
  unlistedSince: f.day
    .optional()
    .describe('Day since which the source does not list it any more. Left out while it is listed.'),
}

export type IncidentNotes = {
  [Name in keyof typeof incidentNotes]?: z.infer<(typeof incidentNotes)[Name]>
}
