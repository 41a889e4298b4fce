import * as z from 'zod'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  MAX_USD,
  SCREENER_SORTS,
  THRESHOLDS,
  type ThresholdName,
} from '../../contract/query.ts'
import { screenerDocument, screenerRow } from '../../contract/responses.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/search-text.ts'
import { STATUSES } from '../../domain/status.ts'
import { addressOf } from '../ask-api.ts'
import { chainsOf, someChains } from '../some-chains.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 50

const names = z
  .array(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^,]+$/),
  )
  .max(20)
  .optional()
const usd = z.number().min(0).max(MAX_USD).optional()

const maxima = Object.fromEntries(
  Object.keys(THRESHOLDS).map((name) => [name, z.number().min(0).max(10).optional()]),
) as Record<ThresholdName, z.ZodOptional<z.ZodNumber>>

const row = z.object({
  ...screenerRow.omit({
    slug: true,
    chains: true,
    logoUrl: true,
    url: true,
    twitter: true,
    scoreHistory: true,
    scoredAt: true,
  }).shape,
  ...someChains.shape,
})

export const screenProtocols = defineTool({
  name: 'screen_protocols',
  title: 'Filter and rank protocols by risk',
  description: `Lists DeFi protocols that match every filter, with composite risk, level and the six dimension scores (0 to 10, lower is safer), riskiest first by default. Use it for questions such as "which lending protocols on Base are elevated"; then call get_protocol once with the ids to learn why. Filters on a score leave out protocols without that score. Costs 1 API request per page.`,
  input: z.strictObject({
    chain: names.describe(
      'Chains, any of them, such as ["Base"]. Case is ignored. TVL is then that on these chains: in filters, in the sort and as chainTvlUsd.',
    ),
    category: names.describe('Categories, any of them, such as ["Lending"]. Case is ignored.'),
    level: z
      .array(z.enum(LEVEL_CHOICES))
      .max(LEVEL_CHOICES.length)
      .optional()
      .describe('Risk levels, any of them. `none`: protocols without a score.'),
    status: z
      .array(z.enum(STATUSES))
      .max(STATUSES.length)
      .optional()
      .describe('Whether they still run, any of these. Default: all; use ["active"] to recommend.'),
    q: z.string().max(MAX_SEARCH_LENGTH).optional().describe('Part of a name or id.'),
    minTvl: usd.describe('Least TVL in US dollars, on the chains of `chain` when given.'),
    maxTvl: usd.describe('Largest TVL in US dollars, on the chains of `chain` when given.'),
    ...maxima,
    sort: z.enum(SCREENER_SORTS).default('compositeScore'),
    order: z.enum(DIRECTIONS).default('desc').describe('`desc`: riskiest or largest first.'),
    page: z.int().min(1).max(10_000).default(1),
    per_page: z.int().min(1).max(MAX_ROWS).default(10),
  }),
  output: z.object({
    ...screenerDocument.shape.meta.omit({ limit: true }).shape,
    protocols: z.array(row).max(MAX_ROWS),
    hint: z.string().nullable().describe('How to get more, or why there may be nothing.'),
  }),
  run: async (filters, api) => {
    const document = await api.get(addressOf('/v1/screener', filters))
    const { data, meta } = screenerDocument.parse(document)
    const { total, page, pageCount } = meta
    const isNamed = Boolean(filters.chain?.length || filters.category?.length)
    return {
      total,
      page,
      pageCount,
      protocols: data.map((one) => row.parse({ ...one, ...chainsOf(one.chains) })),
      hint: hintFor({ total, page, pageCount, isNamed }),
    }
  },
})

function hintFor(at: {
  total: number
  page: number
  pageCount: number
  isNamed: boolean
}): string | null {
  if (at.total === 0 && at.isNamed) {
    return 'Nothing matches. A chain or category that does not exist matches nothing: list_chains_and_categories has the names.'
  }
  if (at.page < at.pageCount) return `More: page ${at.page + 1} of ${at.pageCount}.`
  return null
}
