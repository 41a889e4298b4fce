import type { SearchIndex, SearchRow } from '../../../contract/finding.ts'
import { parseSearchQuery } from '../../../contract/query.ts'
import { createSearch, type SearchEntry, type SearchHit } from '../../../contract/search.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import type { ProtocolStatus } from '../../../domain/status.ts'
import { answerFromIndex, createResponseCache, openOnce } from '../index-function.ts'
import { isSearchIndex } from './search-index.ts'

/** A protocol as it is searched and shown. */
interface ListedProtocol extends SearchEntry {
  category: string | null
  composite: number | null
  tvlAsOf: string | null
  status: ProtocolStatus
}

const findSearch = openOnce((document) => {
  if (!isSearchIndex(document))
    throw new Error('search.json is incomplete or does not match its schema.')
  const responses = createResponseCache({ responses: 1_000, bytes: 4_000_000 })
  const { snapshot } = document
  return { search: createSearch(entriesOf(document)), snapshot, responses }
})

/** `/_fn/search?set=…`: the rows of `GET /v1/search`, and the suggestions of a protocol that is not found. */
export const answerSearch = answerFromIndex({
  find: findSearch,
  parse: parseSearchQuery,
  keyOf: ({ q, limit }) => `${limit} ${q}`,
  answer: ({ search, snapshot }, { q, limit }) => {
    // The first rows of all that match are those of a search for so many.
    const hits = search(q, Number.POSITIVE_INFINITY)
    const meta = { total: hits.length, limit, snapshot }
    return { success: true, data: hits.slice(0, limit).map(rowOf), meta }
  },
})

function entriesOf({ categories, columns }: SearchIndex): ListedProtocol[] {
  return columns.id.map((id, row) => {
    const category = columns.category[row] ?? null
    return {
      id,
      name: columns.name[row] ?? '',
      symbol: columns.symbol[row] ?? null,
      parent: columns.parent[row] ?? null,
      formerSlugs: columns.formerSlugs[row] ?? [],
      otherNames: columns.otherNames?.[row] ?? [],
      tokens: columns.tokens?.[row] ?? [],
      size: columns.tvlUsd[row] ?? null,
      category: category === null ? null : (categories[category] ?? null),
      composite: columns.compositeScore[row] ?? null,
      tvlAsOf: columns.tvlAsOf?.[row] ?? null,
      status: columns.status?.[row] ?? 'active',
    }
  })
}

function rowOf({ entry, field, kind }: SearchHit<ListedProtocol>): SearchRow {
  const { id, name, symbol, category, size, composite, status, tvlAsOf } = entry
  return {
    id,
    slug: id,
    name,
    symbol,
    category,
    tvlUsd: size,
    tvlAsOf,
    composite,
    riskLevel: composite === null ? null : riskLevel(composite),
    status,
    matched: field === 'otherName' || field === 'token' ? 'name' : field,
    match: kind,
  }
}
