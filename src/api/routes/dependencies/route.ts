import { fileNameOf } from '../../../contract/file-name.ts'
import { type ApiResponse, passOnDocument } from '../../../http/api-response.ts'
import { protocolNotFound } from '../protocol/route.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/protocols/{id}/dependencies`: a published document. */
export const dependencies = {
  id: 'dependencies',
  path: '/v1/protocols/{id}/dependencies',
  summary: 'Get what one protocol stands on',
  ...OPEN,
  readsQuery: false,
  handle: readDependencies,
} as const satisfies Route

async function readDependencies(context: RouteContext): Promise<ApiResponse> {
  const { parameter: id, dataSet, fetchInternal } = context
  const response = await fetchInternal(`/_data/${dataSet}/dependencies/${fileNameOf(id)}.json`)
  return response.status === 404 ? protocolNotFound(context) : passOnDocument(response)
}
