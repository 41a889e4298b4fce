import type { Parameter } from '../../../contract/openapi-document.ts'
import { listDocument } from '../../../contract/protocol-summary.ts'
import { DIRECTIONS, LIST_SORTS } from '../../../contract/query.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { choice, FILTERS, PAGING, query, SCORE } from '../query-parameters.ts'
import example from './example.json' with { type: 'json' }

const LIST_PARAMETERS: Parameter[] = [
  ...PAGING,
  ...FILTERS,
  query(
    'min_credit_score',
    'Only protocols whose composite score is at least this. Protocols without a score are left out.',
    SCORE,
  ),
  choice('sort_by', 'Sort key. Rows without a value come last.', LIST_SORTS, 'compositeScore'),
  choice('sort_dir', 'Sort direction.', DIRECTIONS, 'desc'),
]

export const protocolsDocumentation = {
  operationId: 'list',
  tag: 'Protocols',
  description:
    'A page of the protocol list, filtered and sorted. Ties are sorted by TVL, largest first, then by id. An unknown chain or category returns an empty page. Write numbers as plain decimals. Give each parameter at most once, except `chain` and `category`; none may be empty.',
  parameters: LIST_PARAMETERS,
  conditional: true,
  schema: listDocument,
  success: 'A page of protocols.',
  example,
  problems: [],
  invalid: { per_page: ['must be from 1 to 100'] },
} satisfies RouteDocumentation
