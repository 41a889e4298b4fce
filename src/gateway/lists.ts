import type { ListDocument } from '../contract/documents.ts'
import { type ListQuery, parseListQuery } from '../contract/query.ts'
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
const BLOCK_ROWS = 100

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
  if (query.chains.length > 0 || query.categories.length > 0 || query.minScore !== null) {
    return askFunction('protocols', search, set, origin)
  }
  const answer = await sliceBlocks(query, set, origin)
  return answer.status === 200 ? withIgnored(answer, ignored) : answer
}

/** What a function answers to the client's own query. It may refuse the query; anything else means that it is down. */
export async function askFunction(
  name: 'protocols' | 'screener',
  search: string,
  set: DataSet,
  origin: Origin,
): Promise<Answer> {
  const answer = await origin(
    `/_fn/${name}?set=${set}${search.length > 1 ? `&${search.slice(1)}` : ''}`,
  )
  return answer.status === 200 || answer.status === 400
    ? passOn(answer)
    : unavailable(RETRY_AFTER_SECONDS)
}

/** The answer with the names of the parameters that meant nothing. */
export function withIgnored(answer: Answer, ignored: string[]): Answer {
  const value = ignoredHeader(ignored)
  if (value === '') return answer
  return { ...answer, headers: { ...answer.headers, 'X-Ignored-Parameters': value } }
}

/** Names of parameters as a header value: percent-encoded, since they come from the client, and cut to a bearable length. */
export function ignoredHeader(names: string[]): string {
  const all = names.filter((name) => name !== '').map(encodeURIComponent)
  return all
    .join(', ')
    .slice(0, MAX_HEADER_LENGTH)
    .replace(/%[0-9A-F]?$/, '')
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
