import { listSearch } from '../../../contract/canonical-query.ts'
import { type ListRequest, MAX_PER_PAGE, parseListQuery } from '../../../contract/query.ts'
import { type ApiResponse, passOn, problem } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { fetchFunction } from '../fetch-function.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/**
 * `GET /v1/protocols`: the largest pages of the whole list are published blocks, passed on as they are. Every other page is cut by the
 * function in `screener/function.ts`.
 */
export const protocols = {
  id: 'protocols',
  path: '/v1/protocols',
  summary: 'List protocols',
  ...OPEN,
  readsQuery: true,
  handle: listProtocols,
} as const satisfies Route

async function listProtocols(context: RouteContext): Promise<ApiResponse> {
  const { search, dataSet, fetchInternal } = context
  const parsed = parseListQuery(new URLSearchParams(search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const { value: query, ignored } = parsed
  const response =
    (isBlock(query) && (await readBlock(query, dataSet, fetchInternal))) ||
    (await fetchFunction('protocols', listSearch(query), dataSet, fetchInternal))
  return withIgnoredParameters(response, ignored)
}

function isBlock({ perPage, chains, categories, minScore, ids, fields, cursor }: ListRequest) {
  const isWhole = chains.length === 0 && categories.length === 0 && minScore === null
  return perPage === MAX_PER_PAGE && isWhole && !ids && !fields && !cursor
}

/** Null when there is none: past the end. */
async function readBlock(
  { page, sort, direction }: ListRequest,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
): Promise<ApiResponse | null> {
  const path = `/_data/${dataSet}/lists/${sort}-${direction}/${page}.json`
  const block = await fetchInternal(path)
  return block.status === 200 ? passOn(block) : null
}
