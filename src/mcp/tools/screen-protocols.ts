import * as z from 'zod'
import { screenerMark } from '../../contract/page-meta.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  MAX_USD,
  parseScreenerQuery,
  SCREENER_SORTS,
  THRESHOLDS,
  type ThresholdName,
} from '../../contract/query.ts'
import { screenerDocument } from '../../contract/responses.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/search-text.ts'
import { STATUSES } from '../../domain/status.ts'
import { addressOf } from '../ask-api.ts'
import { chainsOf } from '../chains-of.ts'
import { cutPage } from '../cut-page.ts'
import { names } from '../names.ts'
import { nameHints } from '../suggest.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 50

const usd = z.number().min(0).max(MAX_USD).optional()

const maxima = Object.fromEntries(
  Object.keys(THRESHOLDS).map((name) => [name, z.number().min(0).max(10).optional()]),
) as Record<ThresholdName, z.ZodOptional<z.ZodNumber>>

export const screenProtocols = defineTool({
  name: 'screen_protocols',
  title: 'Filter and rank protocols by risk',
  description:
    'Protocols that match every filter, with composite, level and the six dimension scores, riskiest first by default. Then call get_protocol with the ids to learn why. A maximum leaves out protocols without that score. Names in any case; with `chain`, TVL is that on these chains, in filters, in the sort and as `chainTvlUsd`. `asset`: what lies in it, backs its loans, or its markets lend or take; `assets` counts those of which it is not known.',
  input: z.strictObject({
    chain: names,
    category: names,
    asset: names.describe('Token symbols.'),
    level: z
      .array(z.enum(LEVEL_CHOICES))
      .max(LEVEL_CHOICES.length)
      .optional()
      .describe('`none`: without a score.'),
    status: z
      .array(z.enum(STATUSES))
      .max(STATUSES.length)
      .optional()
      .describe('Use ["active"] to recommend.'),
    q: z.string().max(MAX_SEARCH_LENGTH).optional().describe('Part of a name or id.'),
    minTvl: usd.describe('US dollars.'),
    maxTvl: usd,
    ...maxima,
    sort: z.enum(SCREENER_SORTS).default('compositeScore'),
    order: z.enum(DIRECTIONS).default('desc'),
    page: z.int().min(1).max(10_000).optional(),
    cursor: z.string().max(200).optional().describe('nextCursor, in place of page.'),
    limit: z.int().min(1).max(MAX_ROWS).default(10),
  }),
  run: async ({ limit, ...filters }, api) => {
    const address = addressOf('/v1/screener', { ...filters, per_page: limit })
    const { data, meta } = screenerDocument.parse(await api.get(address))
    const hints = await nameHints(filters, meta.total, api)
    return cutPage({
      ...{ rows: data, meta, mark: markOf(address), cursor: filters.cursor },
      documentOf: (rows) => ({
        ...(meta.assets && { assets: meta.assets }),
        ...(hints.length > 0 && { hints }),
        protocols: rows.map((one) => {
          const { slug: _, logoUrl: __, url: ___, twitter: ____, scoreHistory: _____, ...row } = one
          return { ...row, ...chainsOf(one.chains) }
        }),
      }),
    })
  },
})

/** What the cursors of a query belong to. */
function markOf(address: string): string {
  const parsed = parseScreenerQuery(new URL(address, 'http://localhost').searchParams)
  return parsed.ok ? screenerMark(parsed.value) : ''
}
