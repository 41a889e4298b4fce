import * as z from 'zod'
import * as f from './fields.ts'

/** Null when not read; of what can come in, also without a cap. */
const usd = z.number().min(0).nullable()

/** What protocols hold and run on, for the function behind `/v1/stress`. Holdings that are not resolved are left out. */
export const graphFile = z.strictObject({
  day: f.day,
  protocols: z.array(
    z.strictObject({
      /** Numeric id of upstream as text. */
      id: f.text,
      slug: f.text,
      /** Former slugs, where it has any. */
      former: z.array(f.text).min(1).optional(),
      name: f.text,
      heldUsd: f.usdOrNull,
      holdsAs: z.enum(['plain', 'collateral', 'pool']),
      /** Most tokens in one pool, where they may be more than two. */
      legs: z.int().min(3).optional(),
      threshold: f.shareOrNull,
      holdings: z.array(z.tuple([f.text, f.share, f.shareOrNull])),
      venues: z.array(z.tuple([f.text, f.shareOrNull])),
      /** By asset of its markets: chain, token, what is free, what can come in, what can be put up for loans of it. Null when not read. */
      lent: z
        .array(z.tuple([f.text, f.textOrNull, usd, usd, f.textOrNull]))
        .nullable()
        .optional(),
    }),
  ),
})

export type GraphFile = z.infer<typeof graphFile>
