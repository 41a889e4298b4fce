import type { RouteContext } from '../../api/routes/route.ts'

/** A context for the handler of a route: an anonymous caller of the live data set, unless given. */
export function aRouteContext(given: Partial<RouteContext> = {}): RouteContext {
  return {
    parameter: '',
    second: '',
    search: '',
    dataSet: 'live',
    fetchInternal: async () => ({ status: 404, headers: {}, body: null }),
    version: '1.2.3',
    now: 0,
    waitedMs: 0,
    callerId: '',
    key: null,
    readUsage: async () => [],
    ...given,
  }
}
