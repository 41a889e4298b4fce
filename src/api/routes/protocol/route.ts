import { fileNameOf } from '../../../contract/file-name.ts'
import { type ApiResponse, passOnDocument, problem } from '../../../http/api-response.ts'
import type { Route, RouteContext } from '../route.ts'
import { suggestIds } from './suggest-ids.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /v1/protocols/{id}`: a published document. */
export const protocol = {
  id: 'protocol',
  path: '/v1/protocols/{id}',
  summary: 'Get one protocol',
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
  if (response.status !== 404) return passOnDocument(response, RETRY_AFTER_SECONDS)
  return protocolNotFound(context)
}

const SANDBOX_MESSAGE =
  'No protocol of the sandbox has this id. A test key sees invented protocols only: their ids begin with sandbox- and are listed at /v1/protocols.'

/** 404 with the ids that may be meant. It tells a caller with a test key which ids the sandbox has. */
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
