import { listSearch, screenerSearch } from '../../contract/canonical-query.ts'
import type { ListDocument } from '../../contract/documents.ts'
import {
  type ListQuery,
  MAX_PER_PAGE,
  parseListQuery,
  parseScreenerQuery,
} from '../../contract/query.ts'
import {
  type Answer,
  jsonAnswer,
  PUBLISHED,
  passOn,
  problem,
  textOf,
  unavailable,
} from './answer.ts'

/** Rows in one prerendered block. */
const BLOCK_ROWS = MAX_PER_PAGE

const RETRY_AFTER_SECONDS = 60

const MAX_HEADER_LENGTH = 1_000

/** Reads an internal address of the same site, such as `/_data/live/stats.json`. */
export type Origin = (address: string) => Promise<Answer>

export type DataSet = 'live' | 'sandbox'

/** `GET /v1/protocols`: a filtered list is a question for the function, any other is cut from at most two blocks. */
export async function listProtocols(search: string, set: DataSet, origin: Origin): Promise<Answer> {
  const parsed = parseListQuery(new URLSearchParams(search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const { value: query, ignored } = parsed
  const isFiltered =
    query.chains.length > 0 || query.categories.length > 0 || query.minScore !== null
  const answer = isFiltered
    ? await askFunction('protocols', listSearch(query), set, origin)
    : await sliceBlocks(query, set, origin)
  return withIgnored(answer, ignored)
}

/** `GET /v1/screener`: a question for the function, unless the query is wrong. */
export async function screenProtocols(
  search: string,
  set: DataSet,
  origin: Origin,
): Promise<Answer> {
  const parsed = parseScreenerQuery(new URLSearchParams(search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const answer = await askFunction('screener', screenerSearch(parsed.value), set, origin)
  return withIgnored(answer, parsed.ignored)
}

/**
 * What a function answers to a query, which is written in one way so that the cache in front holds it once, whatever
 * else the client sent. The function may refuse the query; anything else means that it is down.
 */
async function askFunction(
  name: 'protocols' | 'screener',
  query: string,
  set: DataSet,
  origin: Origin,
): Promise<Answer> {
  const answer = await origin(`/_fn/${name}?set=${set}&${query}`)
  return answer.status === 200 || answer.status === 400
    ? passOn(answer)
    : unavailable(RETRY_AFTER_SECONDS)
}

/** The answer with the names of the parameters that meant nothing; an error has nothing to tell of them. */
export function withIgnored(answer: Answer, ignored: string[]): Answer {
  const value = ignoredHeader(ignored)
  if (answer.status !== 200 || value === '') return answer
  return { ...answer, headers: { ...answer.headers, 'X-Ignored-Parameters': value } }
}

/** Names of parameters as a header value: percent-encoded, since they come from the client, as many as bearably fit. */
export function ignoredHeader(names: string[]): string {
  let header = ''
  for (const name of names) {
    const longer =
      header === '' ? encodeURIComponent(name) : `${header}, ${encodeURIComponent(name)}`
    if (name !== '' && longer.length <= MAX_HEADER_LENGTH) header = longer
  }
  return header
}

async function sliceBlocks(query: ListQuery, set: DataSet, origin: Origin): Promise<Answer> {
  const { page, perPage } = query
  const start = (page - 1) * perPage
  const first = Math.floor(start / BLOCK_ROWS) + 1
  const last = Math.floor((start + perPage - 1) / BLOCK_ROWS) + 1
  const read = (block: number) =>
    origin(`/_data/${set}/lists/${query.sort}-${query.direction}/${block}.json`)
  const readBoth = () => Promise.all([read(first), last > first ? read(last) : null])
  let [head, tail] = await readBoth()
  // A page is cut from one snapshot; the next one may have come between the two blocks.
  if (tail?.status === 200 && tail.headers[PUBLISHED] !== head.headers[PUBLISHED]) {
    ;[head, tail] = await readBoth()
  }
  if (head.status === 200 && perPage === BLOCK_ROWS) return passOn(head)
  // Past the end there is no block; the first one knows the total.
  const block = parse(head.status === 404 ? await read(1) : head)
  if (!block) return unavailable(RETRY_AFTER_SECONDS)
  const { total } = block.meta
  const found = head.status === 200 ? block.data : []
  const more = tail?.status === 200 ? (parse(tail)?.data ?? []) : []
  const from = start - (first - 1) * BLOCK_ROWS
  const data = [...found, ...more].slice(from, from + perPage)
  // A missing block must not look like the end of the list.
  if (data.length < Math.min(perPage, total - start)) return unavailable(RETRY_AFTER_SECONDS)
  const pageCount = Math.ceil(total / perPage)
  return jsonAnswer({ success: true, data, meta: { total, page, limit: perPage, pageCount } })
}

/** A block was checked against its schema when it was written; null when it is not there or was cut short. */
function parse(answer: Answer): ListDocument | null {
  if (answer.status !== 200) return null
  try {
    return JSON.parse(textOf(answer))
  } catch {
    return null
  }
}
