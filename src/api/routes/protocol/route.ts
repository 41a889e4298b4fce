import { fileNameOf } from '../../../contract/file-name.ts'
import { type ApiResponse, passOnDocument, problem } from '../../../http/api-response.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'
import { suggestIds } from './suggest-ids.ts'

/** `GET /v1/protocols/{id}`: a published document. */
export const protocol = {
  id: 'protocol',
  path: '/v1/protocols/{id}',
  summary: 'Get one protocol',
  ...OPEN,
  readsQuery: false,
  handle: readProtocol,
} as const satisfies Route

async function readProtocol(context: RouteContext): Promise<ApiResponse> {
  const { parameter: id, dataSet, fetchInternal } = context
  const response = await fetchInternal(`/_data/${dataSet}/protocols/${fileNameOf(id)}.json`)
  if (response.status !== 404) return passOnDocument(response)
  return protocolNotFound(context)
}

const SANDBOX_MESSAGE =
  'No protocol of the sandbox has this id. A test key sees invented protocols only: their ids begin with sandbox- and are listed at /v1/protocols.'

/** 404 with the ids that may be meant. It shows a caller with a test key which ids the sandbox has. */
export async function protocolNotFound({
  parameter: id,
  dataSet,
  fetchInternal,
}: RouteContext): Promise<ApiResponse> {
  const suggestions = await suggestIds(id, dataSet, fetchInternal)
  return problem('PROTOCOL_NOT_FOUND', {
    ...(dataSet === 'sandbox' ? { message: SANDBOX_MESSAGE } : {}),
    ...(suggestions.length > 0 ? { details: { suggestions } } : {}),
  })
}
