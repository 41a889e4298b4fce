import { searchDocument } from '../../../contract/finding.ts'
import type { Parameter } from '../../../contract/openapi-document.ts'
import { MAX_SEARCH_LIMIT } from '../../../contract/query.ts'
import { MAX_SEARCH_LENGTH } from '../../../contract/search-text.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { query } from '../query-parameters.ts'
import example from './example.json' with { type: 'json' }

const PARAMETERS: Parameter[] = [
  {
    ...query(
      'q',
      'What to look for: a name, slug, former slug, symbol, or slug of a parent protocol, or a part of one. Case, accents and punctuation do not matter.',
      { type: 'string', minLength: 1, maxLength: MAX_SEARCH_LENGTH },
    ),
    required: true,
    example: 'lend',
  },
  query('limit', 'Most rows to return.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_SEARCH_LIMIT,
    default: 10,
  }),
]

export const searchDocumentation = {
  operationId: 'search',
  tag: 'Protocols',
  description:
    'Protocols that match a text, the best match first: exact, then those that begin with it, then those with words that begin with its words, then those that contain it, then those with a typing error: one in a text of 4 to 7 letters, two in a longer one. Of equal matches the one with more TVL comes first. Fewer rows than `limit` are all that match; none is not an error.',
  parameters: PARAMETERS,
  conditional: true,
  schema: searchDocument,
  success: 'The protocols that match.',
  example,
  problems: [],
  invalid: { q: ['must be given'] },
} satisfies RouteDocumentation
