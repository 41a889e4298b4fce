import { incidentsSearch, parseIncidentsQuery } from '../../../contract/incidents-query.ts'
import { handleByFunction } from '../fetch-function.ts'
import { OPEN, type Route } from '../route.ts'

/** `GET /v1/incidents`: answered by the function in `function.ts`. */
export const incidents = {
  ...OPEN,
  id: 'incidents',
  path: '/v1/incidents',
  summary: 'List recorded losses',
  readsQuery: true,
  handle: handleByFunction('incidents', parseIncidentsQuery, incidentsSearch),
} as const satisfies Route
