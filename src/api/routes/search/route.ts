import { searchQuerySearch } from '../../../contract/canonical-query.ts'
import { parseSearchQuery } from '../../../contract/query.ts'
import { type ApiResponse, problem } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { fetchFunction } from '../fetch-function.ts'
import type { Route, RouteContext } from '../route.ts'

/** `GET /v1/search`: answered by the function in `function.ts`. */
export const search = {
  id: 'search',
  path: '/v1/search',
  summary: 'Find protocols by name',
  group: 'protocols',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=300',
  readsQuery: true,
  handle: findProtocols,
} as const satisfies Route

async function findProtocols(context: RouteContext): Promise<ApiResponse> {
  const { search: query, dataSet, fetchInternal } = context
  const parsed = parseSearchQuery(new URLSearchParams(query))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const canonical = searchQuerySearch(parsed.value)
  const response = await fetchFunction('search', canonical, dataSet, fetchInternal)
  return withIgnoredParameters(response, parsed.ignored)
}
