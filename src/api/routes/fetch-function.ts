import type { ParsedQuery } from '../../contract/parameter-reader.ts'
import { passOn, problem, unavailable } from '../../http/api-response.ts'
import { withIgnoredParameters } from '../../http/ignored-parameters.ts'
import type { Route } from './route.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Handles a route whose query the function of that name answers. `canonical` writes the query in one way, so that the CDN in front of the
 * function stores it once, whatever else the client sent. The function may answer 400, or 410 for a cursor of another snapshot; any other
 * error status means that it is down, and gives 503.
 */
export function handleByFunction<Q>(
  name: 'protocols' | 'screener' | 'search' | 'stress' | 'incidents',
  parse: (params: URLSearchParams) => ParsedQuery<Q>,
  canonical: (query: Q) => string,
): Route['handle'] {
  return async ({ search, dataSet, fetchInternal }) => {
    const parsed = parse(new URLSearchParams(search))
    if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
    const asked = `/_fn/${name}?set=${dataSet}&${canonical(parsed.value)}`
    const response = await fetchInternal(asked)
    const passed = [200, 400, 410].includes(response.status)
      ? passOn(response)
      : unavailable(RETRY_AFTER_SECONDS)
    return withIgnoredParameters(passed, parsed.ignored)
  }
}
