import * as z from 'zod'
import { RETIRED_REASONS } from '../domain/past.ts'
import * as f from './fields.ts'

/** When and why a protocol left the registry of scored protocols. */
export const retirement = z
  .strictObject({
    day: f.day.describe('Day of the first snapshot without it.'),
    reason: z
      .enum(RETIRED_REASONS)
      .describe(
        'Why: `left-registry`: DefiLlama no longer lists it. `dead`: DefiLlama marks it as dead, rugged or deprecated. `cex`, `chain-row`: it is now described as a centralised exchange or as a chain. `unsupported-chain`, `no-chain`: it runs on no chain that is scored.',
      ),
    lastDay: f.day.describe('Day of the last snapshot with it, which this record is from.'),
  })
  .describe('Set for a protocol that is no longer listed. Its record is the last one published.')

/** `retired.json`: the protocols whose last record is still published, in the order of their slugs. */
export const retiredList = z.array(
  retirement.extend({
    slug: z.string().min(1).max(200),
    name: f.text,
    category: f.textOrNull,
    composite: f.scoreOrNull,
  }),
)

export type Retirement = z.infer<typeof retirement>
export type RetiredList = z.infer<typeof retiredList>
