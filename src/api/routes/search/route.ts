import { searchQuerySearch } from '../../../contract/canonical-query.ts'
import { parseSearchQuery } from '../../../contract/query.ts'
import { handleByFunction } from '../fetch-function.ts'
import { OPEN, type Route } from '../route.ts'

/** `GET /v1/search`: answered by the function in `function.ts`. */
export const search = {
  ...OPEN,
  id: 'search',
  path: '/v1/search',
  summary: 'Find protocols by name',
  readsQuery: true,
  handle: handleByFunction('search', parseSearchQuery, searchQuerySearch),
} as const satisfies Route
