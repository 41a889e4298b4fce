import * as z from 'zod'
import {
  categoriesDocument,
  categorySummary,
  chainSummary,
  chainsDocument,
} from '../../contract/finding.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 200

export const listChainsAndCategories = defineTool({
  name: 'list_chains_and_categories',
  title: 'Names that filters accept',
  description:
    'Chains or categories with their aliases, number of protocols and TVL, most protocols first. Use it when a filter of screen_protocols matched nothing, or to see what exists. Costs 1 API request.',
  input: z.strictObject({
    kind: z.enum(['chains', 'categories']),
    contains: z.string().max(100).default('').describe('Part of a name or alias; case is ignored.'),
    limit: z.int().min(1).max(MAX_ROWS).default(30),
  }),
  output: z.object({
    total: z.int().min(0).describe('Matching names.'),
    names: z.array(z.union([chainSummary, categorySummary])).max(MAX_ROWS),
  }),
  run: async ({ kind, contains, limit }, api) => {
    const document = kind === 'chains' ? chainsDocument : categoriesDocument
    const { data } = document.parse(await api.get(`/v1/${kind}`))
    const part = contains.toLowerCase()
    const matching = data.filter(({ name, aliases }) =>
      [name, ...aliases].some((one) => one.toLowerCase().includes(part)),
    )
    const largest = matching.sort((a, b) => b.protocolCount - a.protocolCount)
    return { total: matching.length, names: largest.slice(0, limit) }
  },
})
