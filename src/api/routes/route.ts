import type { EndpointGroup } from '../../contract/endpoint-groups.ts'
import type { ApiResponse } from '../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../http/internal-fetch.ts'
import type { DayUsage, KeyRecord } from '../../state/state-store.ts'

/** One endpoint as the gateway sees it. Its texts are in `openapi/endpoints.json`, which the edge must not load. */
export interface Route {
  id: string
  /** With at most two parameters in braces, each one part of the path, such as `/v1/protocols/{id}`. */
  path: string
  /** What it returns, in one line. */
  summary: string
  /** Group that the usage report counts it in. */
  group: EndpointGroup
  /** `key`: any plan. `pro`: the Pro plan or higher. */
  auth: 'optional' | 'key' | 'pro'
  /** `probe`: spends nothing but has a limit of its own. `scan`: also counts against the scan limits of the plan. */
  countedAs: 'request' | 'probe' | 'scan'
  /** Header of a response with status 200. Responses depend on the caller's key, so only the client may store them. */
  cacheControl: string
  /** False: the gateway reports every query parameter as ignored. */
  readsQuery: boolean
  /** Its data are of one snapshot, which can be named with the parameter `snapshot`. */
  ofSnapshot: boolean
  handle: (context: RouteContext) => Promise<ApiResponse>
}

/** What most routes have in common: any caller may read them, and they count as a request of the group `protocols`. */
export const OPEN = {
  group: 'protocols',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=300',
  ofSnapshot: true,
} as const satisfies Partial<Route>

/** What a handler may use of a request that the gateway has admitted. */
export interface RouteContext {
  /** The decoded part of the path in braces, the first of two; empty for a route without a parameter. */
  parameter: string
  /** The second; empty for a route with fewer. */
  second: string
  /** Query with its `?`, or empty. */
  search: string
  dataSet: DataSet
  fetchInternal: InternalFetch
  /** Version of the service. */
  version: string
  /** When the request arrived, in milliseconds since 1970. */
  now: number
  /** Time that the request has spent in the gateway. */
  waitedMs: number
  /** Counter id of the caller; empty when the state store did not answer. */
  callerId: string
  key: Pick<KeyRecord, 'id' | 'plan' | 'environment'> | null
  /** Usage in a month, written `YYYY-MM`, of the account of the calling key, else of the key. */
  readUsage: (month: string) => Promise<DayUsage[]>
}
