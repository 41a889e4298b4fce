import * as z from 'zod'

const share = z.number().min(0).max(1)
/** Null when not read; of what can come in, also without a cap. */
const usd = z.number().min(0).nullable()

/** What protocols hold and run on, for the function behind `/v1/stress`. Holdings that are not resolved are left out. */
export const graphFile = z.strictObject({
  day: z.iso.date(),
  protocols: z.array(
    z.strictObject({
      /** Numeric id of upstream as text. */
      id: z.string(),
      slug: z.string(),
      /** Former slugs, where it has any. */
      former: z.array(z.string()).min(1).optional(),
      name: z.string(),
      heldUsd: z.number().min(0).nullable(),
      holdsAs: z.enum(['plain', 'collateral', 'pool']),
      /** Most tokens in one pool, where they may be more than two. */
      legs: z.int().min(3).optional(),
      threshold: share.nullable(),
      holdings: z.array(z.tuple([z.string(), share, share.nullable()])),
      venues: z.array(z.tuple([z.string(), share.nullable()])),
      /** By asset of its markets: chain, token, what is free, what can come in, what can be put up for loans of it. Null when not read. */
      lent: z
        .array(z.tuple([z.string(), z.string().nullable(), usd, usd, z.string().nullable()]))
        .nullable()
        .optional(),
    }),
  ),
})

export type GraphFile = z.infer<typeof graphFile>
