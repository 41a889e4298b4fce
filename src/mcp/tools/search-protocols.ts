import * as z from 'zod'
import { searchDocument } from '../../contract/finding.ts'
import { MAX_SEARCH_LIMIT } from '../../contract/query.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/search-text.ts'
import { addressOf } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

export const searchProtocols = defineTool({
  name: 'search_protocols',
  title: 'Find a protocol by name',
  description:
    'Ids with their composite risk, by name, token symbol or former name, typing errors allowed, best match first. Use it first for a name: ids cannot be guessed.',
  input: z.strictObject({
    query: z.string().min(1).max(MAX_SEARCH_LENGTH),
    limit: z.int().min(1).max(MAX_SEARCH_LIMIT).default(5),
  }),
  run: async ({ query, limit }, api) => {
    const document = await api.get(addressOf('/v1/search', { q: query, limit }))
    return { protocols: searchDocument.parse(document).data.map(({ slug: _, ...row }) => row) }
  },
})
