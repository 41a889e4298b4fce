import type { ParsedQuery } from '../../contract/parameter-reader.ts'
import { type ApiResponse, passOn, problem, unavailable } from '../../http/api-response.ts'
import { withIgnoredParameters } from '../../http/ignored-parameters.ts'
import type { DataSet, InternalFetch } from '../../http/internal-fetch.ts'
import type { Route } from './route.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Sends a query to the function behind the list, the screener or the search. The query must be in its canonical form, so that the
 * CDN in front of the function stores it once, whatever else the client sent. The function may answer 400, or 410 for a cursor of another snapshot; any other
 * error status means that it is down, and gives 503.
 */
export async function fetchFunction(
  name: 'protocols' | 'screener' | 'search' | 'stress' | 'incidents',
  query: string,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
): Promise<ApiResponse> {
  const response = await fetchInternal(`/_fn/${name}?set=${dataSet}&${query}`)
  return [200, 400, 410].includes(response.status)
    ? passOn(response)
    : unavailable(RETRY_AFTER_SECONDS)
}

/** Handles a route whose query the function of that name answers. `canonical` writes the query. */
export function handleByFunction<Q>(
  name: 'screener' | 'search' | 'stress' | 'incidents',
  parse: (params: URLSearchParams) => ParsedQuery<Q>,
  canonical: (query: Q) => string,
): Route['handle'] {
  return async ({ search, dataSet, fetchInternal }) => {
    const parsed = parse(new URLSearchParams(search))
    if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
    const response = await fetchFunction(name, canonical(parsed.value), dataSet, fetchInternal)
    return withIgnoredParameters(response, parsed.ignored)
  }
}
