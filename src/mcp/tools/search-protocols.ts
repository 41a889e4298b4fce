import * as z from 'zod'
import { searchDocument, searchRow } from '../../contract/finding.ts'
import { MAX_SEARCH_LIMIT } from '../../contract/query.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/search-text.ts'
import { addressOf } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

export const searchProtocols = defineTool({
  name: 'search_protocols',
  title: 'Find a protocol by name',
  description:
    'Finds DeFi protocols by name, token symbol or former name, typing errors allowed, best match first. Use it first whenever you know a name: ids cannot be guessed. Returns ids with their composite risk. Costs 1 API request.',
  input: z.strictObject({
    query: z.string().min(1).max(MAX_SEARCH_LENGTH).describe('Name or symbol, such as `aave`.'),
    limit: z.int().min(1).max(MAX_SEARCH_LIMIT).default(5).describe('Most results.'),
  }),
  output: z.object({ protocols: z.array(searchRow) }),
  run: async ({ query, limit }, api) => {
    const document = await api.get(addressOf('/v1/search', { q: query, limit }))
    return { protocols: searchDocument.parse(document).data }
  },
})
