import { screenerSearch } from '../../../contract/canonical-query.ts'
import { parseScreenerQuery } from '../../../contract/query.ts'
import { handleByFunction } from '../fetch-function.ts'
import { OPEN, type Route } from '../route.ts'

/** `GET /v1/screener`: answered by the function in `function.ts`. */
export const screener = {
  ...OPEN,
  id: 'screener',
  path: '/v1/screener',
  summary: 'Screen protocols by dimension',
  group: 'screener',
  readsQuery: true,
  handle: handleByFunction('screener', parseScreenerQuery, screenerSearch),
} as const satisfies Route
