import { screenerSearch } from '../../../contract/canonical-query.ts'
import { parseScreenerQuery } from '../../../contract/query.ts'
import { type ApiResponse, problem } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { fetchFunction } from '../fetch-function.ts'
import type { Route, RouteContext } from '../route.ts'

/** `GET /v1/screener`: answered by the function in `function.ts`. */
export const screener = {
  id: 'screener',
  path: '/v1/screener',
  summary: 'Screen protocols by dimension',
  group: 'screener',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=300',
  readsQuery: true,
  handle: screenProtocols,
} as const satisfies Route

async function screenProtocols(context: RouteContext): Promise<ApiResponse> {
  const { search, dataSet, fetchInternal } = context
  const parsed = parseScreenerQuery(new URLSearchParams(search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const query = screenerSearch(parsed.value)
  const response = await fetchFunction('screener', query, dataSet, fetchInternal)
  return withIgnoredParameters(response, parsed.ignored)
}
