import type { SearchIndex, SearchRow } from '../../../contract/finding.ts'
import { parseSearchQuery } from '../../../contract/query.ts'
import { createSearch, type SearchEntry, type SearchHit } from '../../../contract/search.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import { type ApiResponse, problem, unavailable } from '../../../http/api-response.ts'
import { cacheable } from '../screener/cacheable.ts'
import type { AnswerQuery, ScreenerDependencies } from '../screener/function.ts'
import { type CacheLimits, createResponseCache } from '../screener/response-cache.ts'
import { isSearchIndex } from './search-index.ts'

const RETRY_AFTER_SECONDS = 60

/** For each published index. */
const CACHE_LIMITS: CacheLimits = { responses: 1_000, bytes: 4_000_000 }

/** A protocol as it is searched and shown. */
interface Entry extends SearchEntry {
  category: string | null
  composite: number | null
}

/** A search and its cached responses. */
interface Known {
  search: (query: string, limit: number) => SearchHit<Entry>[]
  responses: ReturnType<typeof createResponseCache>
}

/** One for each index, as long as the same object is loaded. */
const knownOf = new WeakMap<object, Known>()

/** `/_fn/search?set=…`: the rows of `GET /v1/search`, and the suggestions of a protocol that is not found. */
export const answerSearch: AnswerQuery = async (search, dependencies): Promise<ApiResponse> => {
  // The gateway puts the data set first. It has validated the query already; the function does not rely on that.
  const [, set, rest = ''] = /^\?set=(live|sandbox)(?:&(.*))?$/s.exec(search) ?? []
  if (set !== 'live' && set !== 'sandbox') return problem('NOT_FOUND')
  const parsed = parseSearchQuery(new URLSearchParams(rest))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const known = await findKnown(() => dependencies.loadIndex(set), dependencies.log)
  if (!known) return unavailable(RETRY_AFTER_SECONDS)
  const { q, limit } = parsed.value
  const cacheKey = `${limit} ${q}`
  const cached = known.responses.get(cacheKey)
  if (cached) return cached
  const response = cacheable({ success: true, data: known.search(q, limit).map(rowOf) })
  known.responses.set(cacheKey, response)
  return response
}

async function findKnown(
  load: () => Promise<unknown>,
  log: ScreenerDependencies['log'],
): Promise<Known | null> {
  try {
    const document = await load()
    if (!isSearchIndex(document))
      throw new Error('search.json is incomplete or does not match its schema.')
    const known = knownOf.get(document) ?? {
      search: createSearch(entriesOf(document)),
      responses: createResponseCache(CACHE_LIMITS),
    }
    knownOf.set(document, known)
    return known
  } catch (error) {
    log(error)
    return null
  }
}

function entriesOf({ categories, columns }: SearchIndex): Entry[] {
  return columns.id.map((id, row) => {
    const category = columns.category[row] ?? null
    return {
      id,
      name: columns.name[row] ?? '',
      symbol: columns.symbol[row] ?? null,
      parent: columns.parent[row] ?? null,
      formerSlugs: columns.formerSlugs[row] ?? [],
      size: columns.tvlUsd[row] ?? null,
      category: category === null ? null : (categories[category] ?? null),
      composite: columns.compositeScore[row] ?? null,
    }
  })
}

function rowOf({ entry, field, kind }: SearchHit<Entry>): SearchRow {
  const { id, name, symbol, category, size, composite } = entry
  return {
    id,
    slug: id,
    name,
    symbol,
    category,
    tvlUsd: size,
    composite,
    riskLevel: composite === null ? null : riskLevel(composite),
    matched: field,
    match: kind,
  }
}
