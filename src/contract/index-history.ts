import * as z from 'zod'

/**
 * `index-history.json`: the global risk index in every published snapshot, by column. The i-th value of each column belongs to
 * `days[i]`.
 */
export const indexHistory = z.strictObject({
  /** Days of the snapshots, ascending. */
  days: z.array(z.iso.date()),
  /** The version of the methodology from each of these days on, ascending. */
  methodologies: z.array(z.strictObject({ version: z.string(), from: z.iso.date() })),
  /** Mean of all scores of the day, to two decimals; null when no protocol has one. */
  index: z.array(z.number().min(0).max(10).nullable()),
  /** Protocols with a score. */
  scored: z.array(z.int().min(0)),
})

export type IndexHistory = z.infer<typeof indexHistory>
