import type { IndexDocument } from '../../../contract/finding.ts'
import { isDay } from '../../../domain/day.ts'
import { parseJson } from '../../../domain/json.ts'
import { type ApiResponse, jsonResponse, textOf } from '../../../http/api-response.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** Also answered with a slash at its end. */
export const INDEX_PATH = '/v1'

const KEY = { optional: 'optional', key: 'any', pro: 'pro' } as const

type Listed = Pick<Route, 'path' | 'summary' | 'auth'>

/** `GET /v1`: what the service is, and these endpoints. */
export function createIndex(endpoints: readonly Listed[]) {
  return {
    id: 'index',
    path: INDEX_PATH,
    summary: 'List the endpoints',
    ...OPEN,
    group: 'other',
    readsQuery: false,
    handle: (context: RouteContext) => describeService(context, endpoints),
  } as const satisfies Route
}

async function describeService(
  { dataSet, fetchInternal, version }: RouteContext,
  endpoints: readonly Listed[],
): Promise<ApiResponse> {
  const note = await fetchInternal(`/_data/${dataSet}/snapshot.json`)
  const document: IndexDocument = {
    success: true,
    data: {
      name: 'Plimsoll',
      version,
      snapshotDay: note.status === 200 ? dayOf(textOf(note)) : null,
      documentation: '/docs/',
      openapi: '/openapi.json',
      endpoints: endpoints.map(({ path, summary, auth }) => ({ path, summary, key: KEY[auth] })),
    },
  }
  return jsonResponse(document)
}

function dayOf(text: string): string | null {
  const { asOf } = Object(parseJson(text))
  return typeof asOf === 'string' && isDay(asOf) ? asOf : null
}
