import * as z from 'zod'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  MAX_USD,
  SCREENER_SORTS,
  THRESHOLDS,
  type ThresholdName,
} from '../../contract/query.ts'
import { screenerDocument } from '../../contract/responses.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/search-text.ts'
import { STATUSES } from '../../domain/status.ts'
import { addressOf } from '../ask-api.ts'
import { chainsOf } from '../chains-of.ts'
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
    'Protocols that match every filter, with composite, level and the six dimension scores, riskiest first by default. Then call get_protocol with the ids to learn why. A maximum leaves out protocols without that score. Names in any case; with `chain`, TVL is that on these chains, in filters, in the sort and as `chainTvlUsd`.',
  input: z.strictObject({
    chain: names,
    category: names,
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
    page: z.int().min(1).max(10_000).default(1),
    limit: z.int().min(1).max(MAX_ROWS).default(10),
  }),
  run: async ({ limit, ...filters }, api) => {
    const document = await api.get(addressOf('/v1/screener', { ...filters, per_page: limit }))
    const { data, meta } = screenerDocument.parse(document)
    const { total, page, pageCount } = meta
    const hints = await nameHints(filters, total, api)
    return {
      ...{ total, page, pageCount },
      ...(hints.length > 0 && { hints }),
      protocols: data.map((one) => {
        const { slug: _, logoUrl: __, url: ___, twitter: ____, scoreHistory: _____, ...row } = one
        return { ...row, ...chainsOf(one.chains) }
      }),
    }
  },
})
