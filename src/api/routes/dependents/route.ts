import { fileNameOf } from '../../../contract/file-name.ts'
import { type ApiResponse, passOnDocument, problem } from '../../../http/api-response.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/dependencies/{id}/dependents`: a published document. */
export const dependents = {
  id: 'dependents',
  path: '/v1/dependencies/{id}/dependents',
  summary: 'Get who stands on an issuer, a bridge or a protocol',
  ...OPEN,
  readsQuery: false,
  handle: readDependents,
} as const satisfies Route

const MESSAGE =
  'No protocol is known to stand on an issuer, bridge or protocol of this id. Not every protocol is resolved.'

async function readDependents({
  parameter: id,
  dataSet,
  fetchInternal,
}: RouteContext): Promise<ApiResponse> {
  const response = await fetchInternal(`/_data/${dataSet}/dependents/${fileNameOf(id)}.json`)
  return response.status === 404
    ? problem('NOT_FOUND', { message: MESSAGE })
    : passOnDocument(response)
}
