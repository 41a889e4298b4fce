import { listSearch } from '../../../contract/canonical-query.ts'
import { parseListQuery } from '../../../contract/query.ts'
import { handleByFunction } from '../fetch-function.ts'
import { OPEN, type Route } from '../route.ts'

/** `GET /v1/protocols`: answered by the function in `screener/function.ts`. */
export const protocols = {
  ...OPEN,
  id: 'protocols',
  path: '/v1/protocols',
  summary: 'List protocols',
  readsQuery: true,
  handle: handleByFunction('protocols', parseListQuery, listSearch),
} as const satisfies Route
