import { fileNameOf } from '../../../export/file-name.ts'
import { type ApiResponse, passOnDocument, problem } from '../../http/api-response.ts'
import type { DataSet } from '../../http/internal-fetch.ts'
import type { Route, RouteContext } from '../route.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /v1/protocols/{id}`: a published document. */
export const protocol = {
  id: 'protocol',
  path: '/v1/protocols/{id}',
  group: 'protocols',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=300',
  readsQuery: false,
  handle: readProtocol,
} as const satisfies Route

async function readProtocol(context: RouteContext): Promise<ApiResponse> {
  const { parameter: id, dataSet, fetchInternal } = context
  const response = await fetchInternal(`/_data/${dataSet}/protocols/${fileNameOf(id)}.json`)
  return response.status === 404
    ? protocolNotFound(dataSet)
    : passOnDocument(response, RETRY_AFTER_SECONDS)
}

/** 404 that tells a caller with a test key which ids the sandbox has. */
export function protocolNotFound(dataSet: DataSet): ApiResponse {
  if (dataSet === 'live') return problem('PROTOCOL_NOT_FOUND')
  const message =
    'No protocol of the sandbox has this id. A test key sees invented protocols only: their ids begin with sandbox- and are listed at /v1/protocols.'
  return problem('PROTOCOL_NOT_FOUND', { message })
}
