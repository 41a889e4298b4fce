import type { JsonSchema, Parameter } from '../../../contract/openapi-document.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  MAX_USD,
  SCREENER_SORTS,
  THRESHOLDS,
} from '../../../contract/query.ts'
import { screenerDocument } from '../../../contract/responses.ts'
import { MAX_SEARCH_LENGTH } from '../../../contract/search-text.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { choice, FILTERS, PAGING, query, SCORE } from '../query-parameters.ts'
import example from './example.json' with { type: 'json' }

const USD: JsonSchema = { type: 'number', minimum: 0, maximum: MAX_USD }

const SCREENER_PARAMETERS: Parameter[] = [
  ...PAGING,
  ...FILTERS,
  {
    ...query(
      'q',
      'Only protocols whose name or id contains this text, without regard to case and accents.',
      {
        type: 'string',
        minLength: 1,
        maxLength: MAX_SEARCH_LENGTH,
      },
    ),
    example: 'aave',
  },
  {
    ...query(
      'level',
      `Only protocols of these risk levels: one or more of ${LEVEL_CHOICES.map((level) => `\`${level}\``).join(', ')}, comma-separated. \`none\` is a protocol without a score.`,
      { type: 'string', minLength: 1 },
    ),
    example: 'low,moderate',
  },
  query(
    'minTvl',
    'Only protocols with at least this TVL in US dollars, with `chain` on those chains. Null is left out.',
    USD,
  ),
  query(
    'maxTvl',
    'Only protocols with at most this TVL in US dollars, with `chain` on those chains. Null is left out.',
    USD,
  ),
  ...Object.entries(THRESHOLDS).map(([name, column]) =>
    query(name, `Only protocols whose \`${column}\` is at most this. Null is left out.`, SCORE),
  ),
  choice('sort', 'Sort key. Rows without a value come last.', SCREENER_SORTS, 'compositeScore'),
  choice('order', 'Sort direction.', DIRECTIONS, 'desc'),
]

export const screenerDocumentation = {
  operationId: 'screener',
  tag: 'Protocols',
  description:
    'The protocol list with the six dimension scores. A row must pass all filters. Write numbers as plain decimals. Give each parameter at most once, except `chain` and `category`; none may be empty.',
  parameters: SCREENER_PARAMETERS,
  conditional: true,
  schema: screenerDocument,
  success: 'A page of rows.',
  example,
  problems: [],
  invalid: { maxOracleRisk: ['must be from 0 to 10'] },
} satisfies RouteDocumentation
