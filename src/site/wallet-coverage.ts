import * as z from 'zod'
import measured from '../../data/wallet/coverage.json' with { type: 'json' }

const sum = z.strictObject({ count: z.int().min(0), tvl: z.number().min(0).max(1) })

const schema = z.strictObject({
  /** The day of the list of protocols. */
  list: z.iso.date(),
  sums: z.strictObject({ found: sum, part: sum, not: sum }),
  protocols: z.array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      category: z.string(),
      tvlUsd: z.number(),
      result: z.enum(['found', 'part', 'not']),
      why: z.string().nullable(),
    }),
  ),
  /** What no scan looks at, and the protocols of which that is said; null for what is said of all. */
  gaps: z.array(z.strictObject({ text: z.string(), at: z.string().nullable() })),
})

/** What a wallet scan finds at the largest protocols, as `npm run coverage` measured it. */
export const WALLET_COVERAGE = schema.parse(measured)

export const COVERAGE_RESULTS = {
  found: 'Found',
  part: 'In part',
  not: 'Not',
} as const
