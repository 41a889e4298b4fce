import * as z from 'zod'
import { categoriesDocument, chainsDocument } from '../../contract/finding.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 100

export const listChainsAndCategories = defineTool({
  name: 'list_chains_and_categories',
  title: 'Names that filters accept',
  description:
    'Chains or categories with aliases, number of protocols and TVL, most protocols first.',
  input: z.strictObject({
    kind: z.enum(['chains', 'categories']),
    contains: z.string().max(100).default('').describe('Part of a name or alias.'),
    limit: z.int().min(1).max(MAX_ROWS).default(20),
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
