import { type ApiResponse, passOn, unavailable } from '../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../http/internal-fetch.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Sends a query to the function behind the list, the screener or the search. The query must be in its canonical form, so that the
 * CDN in front of the function stores it once, whatever else the client sent. The function may answer 400; any other
 * error status means that it is down, and gives 503.
 */
export async function fetchFunction(
  name: 'protocols' | 'screener' | 'search',
  query: string,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
): Promise<ApiResponse> {
  const response = await fetchInternal(`/_fn/${name}?set=${dataSet}&${query}`)
  return response.status === 200 || response.status === 400
    ? passOn(response)
    : unavailable(RETRY_AFTER_SECONDS)
}
