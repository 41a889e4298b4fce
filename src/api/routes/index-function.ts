import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ParsedQuery } from '../../contract/parameter-reader.ts'
import { type ApiResponse, JSON_TYPE, problem, unavailable } from '../../http/api-response.ts'
import type { DataSet } from '../../http/internal-fetch.ts'

const RETRY_AFTER_SECONDS = 60

export interface IndexFunctionDependencies {
  /**
   * Reads and parses the index of a data set; rejects when it cannot. Must return the same object while the published
   * document is the same: what is derived from it and the cached responses are kept per object.
   */
  loadIndex: (set: DataSet) => Promise<unknown>
  /** Takes the reason why an index cannot be used. */
  log: (error: unknown) => void
}

/** `search` is the query with its `?`, such as `?set=live&page=1`, in canonical form so that the cache finds it. */
export type AnswerQuery = (
  search: string,
  dependencies: IndexFunctionDependencies,
) => Promise<ApiResponse>

/** What was made of an index, and the responses that came out of it. */
interface Opened {
  responses: LRUCache<string, ApiResponse>
}

/** Opens each index once, as long as the same object is loaded. */
export function openOnce<Kind extends Opened>(
  open: (document: unknown) => Kind,
): (set: DataSet, dependencies: IndexFunctionDependencies) => Promise<Kind | null> {
  const openedOf = new WeakMap<object, Kind>()
  return async (set, { loadIndex, log }) => {
    try {
      const document = await loadIndex(set)
      const isObject = typeof document === 'object' && document !== null
      const opened = (isObject && openedOf.get(document)) || open(document)
      if (isObject) openedOf.set(document, opened)
      return opened
    } catch (error) {
      log(error)
      return null
    }
  }
}

/** What `answer` returns in place of content, where there is a problem. It is not cached. */
export class Refusal {
  readonly response: ApiResponse
  constructor(response: ApiResponse) {
    this.response = response
  }
}

/** A function over the indexes that `find` opens. `keyOf` names a query in the cache. */
export function answerFromIndex<Kind extends Opened, Q>({
  find,
  parse,
  keyOf,
  answer,
}: {
  find: ReturnType<typeof openOnce<Kind>>
  parse: (params: URLSearchParams) => ParsedQuery<Q>
  keyOf: (query: Q, text: string) => string
  answer: (opened: Kind, query: Q) => unknown
}): AnswerQuery {
  return async (search, dependencies) => {
    // The gateway puts the data set first. It has validated the query already; the function does not rely on that.
    const [, set, rest = ''] = /^\?set=(live|sandbox)(?:&(.*))?$/s.exec(search) ?? []
    if (set !== 'live' && set !== 'sandbox') return problem('NOT_FOUND')
    const parsed = parse(new URLSearchParams(rest))
    if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
    const opened = await find(set, dependencies)
    if (!opened) return unavailable(RETRY_AFTER_SECONDS)
    const key = keyOf(parsed.value, rest)
    const cached = opened.responses.get(key)
    if (cached) return cached
    const content = answer(opened, parsed.value)
    if (content instanceof Refusal) return content.response
    const response = cacheable(content)
    opened.responses.set(key, response)
    return response
  }
}

/** The CDN keeps it until the next deploy at the latest, and refreshes stale responses in the background. */
const CDN_CACHE = 'public, durable, max-age=300, stale-while-revalidate=3600'

/**
 * A response that depends on the query alone, so that the CDN may store it (docs.netlify.com, "Caching", read 2026-11-21). Its
 * strong tag equals that of `http/conditional.ts`. The gateway sets the cache rules for clients.
 */
function cacheable(content: unknown): ApiResponse {
  const body = new TextEncoder().encode(JSON.stringify(content))
  return {
    status: 200,
    headers: {
      'Content-Type': JSON_TYPE,
      ETag: `"${hash('sha256', body).slice(0, 32)}"`,
      'Netlify-CDN-Cache-Control': CDN_CACHE,
      'Netlify-Vary': 'query',
    },
    body,
  }
}

/** `bytes` includes the bodies and the queries. */
export interface CacheLimits {
  responses: number
  bytes: number
}

/** Responses by query, the most recently used ones within the limits. */
export function createResponseCache({
  responses: max,
  bytes: maxSize,
}: CacheLimits): LRUCache<string, ApiResponse> {
  return new LRUCache({
    max,
    maxSize,
    sizeCalculation: ({ body }, query) => 2 * query.length + (body?.length ?? 0),
  })
}
