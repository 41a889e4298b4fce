import * as z from 'zod'
import * as f from './fields.ts'

/**
 * `index-history.json`: the global risk index in every published snapshot, by column. The i-th value of each column belongs to
 * `days[i]`.
 */
export const indexHistory = z.strictObject({
  /** Days of the snapshots, ascending. */
  days: z.array(f.day),
  /** The version of the methodology from each of these days on, ascending. */
  methodologies: z.array(z.strictObject({ version: f.text, from: f.day })),
  /** Mean of all scores of the day, to two decimals; null when no protocol has one. */
  index: z.array(f.scoreOrNull),
  /** Protocols with a score. */
  scored: z.array(f.count),
})

export type IndexHistory = z.infer<typeof indexHistory>
