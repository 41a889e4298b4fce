import { listSearch } from '../../../contract/canonical-query.ts'
import type { ListDocument } from '../../../contract/protocol-summary.ts'
import { type ListRequest, MAX_PER_PAGE, parseListQuery } from '../../../contract/query.ts'
import { parseJson } from '../../../domain/json.ts'
import {
  type ApiResponse,
  jsonResponse,
  PUBLISHED,
  passOn,
  problem,
  textOf,
  unavailable,
} from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { fetchFunction } from '../fetch-function.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

const RETRY_AFTER_SECONDS = 60

/** Rows in one published block. */
const BLOCK_ROWS = MAX_PER_PAGE

/**
 * `GET /v1/protocols`: a page cut from at most two published blocks. A filtered list is answered by the function in
 * `screener/function.ts`.
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
  const isFiltered =
    query.chains.length > 0 || query.categories.length > 0 || query.minScore !== null
  const response = isFiltered
    ? await fetchFunction('protocols', listSearch(query), dataSet, fetchInternal)
    : await sliceBlocks(query, dataSet, fetchInternal)
  return withIgnoredParameters(response, ignored)
}

async function sliceBlocks(
  query: ListRequest,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
): Promise<ApiResponse> {
  const { page, perPage } = query
  const start = (page - 1) * perPage
  const first = Math.floor(start / BLOCK_ROWS) + 1
  const last = Math.floor((start + perPage - 1) / BLOCK_ROWS) + 1
  const read = (block: number) =>
    fetchInternal(`/_data/${dataSet}/lists/${query.sort}-${query.direction}/${block}.json`)
  const readBoth = () => Promise.all([read(first), last > first ? read(last) : null])
  let [head, tail] = await readBoth()
  // Both blocks must be of one snapshot; a new one may have been published between the two reads.
  if (tail?.status === 200 && tail.headers[PUBLISHED] !== head.headers[PUBLISHED]) {
    ;[head, tail] = await readBoth()
  }
  if (head.status === 200 && perPage === BLOCK_ROWS) return passOn(head)
  // A page past the end has no block; the first block has the total.
  const block = parseBlock(head.status === 404 ? await read(1) : head)
  if (!block) return unavailable(RETRY_AFTER_SECONDS)
  const { total } = block.meta
  const found = head.status === 200 ? block.data : []
  const more = tail ? (parseBlock(tail)?.data ?? []) : []
  const from = start - (first - 1) * BLOCK_ROWS
  const data = [...found, ...more].slice(from, from + perPage)
  // A missing block must not look like the end of the list.
  if (data.length < Math.min(perPage, total - start)) return unavailable(RETRY_AFTER_SECONDS)
  const pageCount = Math.ceil(total / perPage)
  return jsonResponse({ success: true, data, meta: { total, page, limit: perPage, pageCount } })
}

/** Null for a missing or truncated block. Its content was checked against the schema before it was published. */
function parseBlock(response: ApiResponse): ListDocument | null {
  if (response.status !== 200) return null
  const block = parseJson(textOf(response))
  return isListDocument(block) ? block : null
}

function isListDocument(block: unknown): block is ListDocument {
  return Array.isArray(Object(block).data) && typeof Object(Object(block).meta).total === 'number'
}
