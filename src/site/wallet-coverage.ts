import * as z from 'zod'
import measured from '../../data/wallet/coverage.json' with { type: 'json' }

const sum = z.strictObject({ count: z.int().min(0), tvl: z.number().min(0).max(1) })

const schema = z.strictObject({
  /** Where the list of protocols was recorded, and its day. */
  source: z.string(),
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
      /** The kinds of position that are read, and the files that show it. */
      read: z.array(z.strictObject({ kind: z.string(), tests: z.string().min(1) })),
      /** What is not read and small. */
      small: z.string().nullable(),
    }),
  ),
  /** Protocols as large as these that are left out; TVL in millions of US dollars. */
  leftOut: z.array(z.strictObject({ name: z.string(), tvl: z.number(), why: z.string() })),
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

/** The files that show what is read, with the kinds and at how many of the protocols. */
export function testsOf(
  protocols: (typeof WALLET_COVERAGE)['protocols'],
): { file: string; kinds: string; protocols: number }[] {
  const shown = protocols.flatMap(({ slug, read }) =>
    read.flatMap(({ kind, tests }) => tests.split(' ').map((file) => ({ file, kind, slug }))),
  )
  return [...Map.groupBy(shown, ({ file }) => file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, of]) => ({
      file,
      kinds: [...new Set(of.map(({ kind }) => kind))].join(', '),
      protocols: new Set(of.map(({ slug }) => slug)).size,
    }))
}
