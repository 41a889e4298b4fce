import type { Parameter } from '../../../contract/openapi-document.ts'
import { type ListDocument, listDocument } from '../../../contract/protocol-summary.ts'
import { DIRECTIONS, LIST_SORTS } from '../../../contract/query.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { choice, FILTERS, PAGING, query, SCORE } from '../query-parameters.ts'

/** An invented row of the sandbox. */
export const EXAMPLE_ROW: ListDocument['data'][number] = {
  id: 'sandbox-guillemot-lend',
  slug: 'sandbox-guillemot-lend',
  name: 'Guillemot Lend',
  category: 'Lending',
  chains: ['Ethereum', 'Polygon'],
  logoUrl: null,
  url: 'https://guillemot-lend.example.com',
  twitter: 'sandbox_guillemot_lend',
  coverageScore: 3.6,
  compositeScore: 4.2,
  riskLevel: 'moderate',
  tvlUsd: 203_000_000,
  scoreHistory: [4.4, 4.3, 4.2],
  scoredAt: '2026-01-01T00:00:00.000Z',
}

export const EXAMPLE_META: ListDocument['meta'] = { total: 1, page: 1, limit: 20, pageCount: 1 }

const EXAMPLE: ListDocument = { success: true, data: [EXAMPLE_ROW], meta: EXAMPLE_META }

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
  example: EXAMPLE,
  problems: [],
  invalid: { per_page: ['must be from 1 to 100'] },
} satisfies RouteDocumentation
