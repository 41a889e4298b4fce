import {
  type ListRequest,
  type PagePosition,
  type PageRequest,
  type RowChoice,
  type ScreenerRequest,
  type SearchRequest,
  THRESHOLDS,
} from './query.ts'

/** The canonical form of a list query, without `?`: equal queries have equal bytes. */
export function listSearch(query: ListRequest): string {
  return searchOf({
    ...rowParameters(query),
    ...pageParameters(query),
    min_credit_score: query.minScore,
    sort_by: query.sort,
    sort_dir: query.direction,
  })
}

/** The canonical form of a screener query, without `?`: equal queries have equal bytes. */
export function screenerSearch(query: ScreenerRequest): string {
  const maxima = Object.entries(THRESHOLDS).map(([name, column]) => [name, query.maxima[column]])
  return searchOf({
    ...rowParameters(query),
    ...pageParameters(query),
    asset: query.assets,
    q: query.text || null,
    level: query.levels.join(',') || null,
    status: query.statuses.join(',') || null,
    minTvl: query.minTvlUsd,
    maxTvl: query.maxTvlUsd,
    ...Object.fromEntries(maxima),
    sort: query.sort,
    order: query.direction,
  })
}

/** The canonical form of a search query, without `?`: queries that find the same have equal bytes in most cases. */
export function searchQuerySearch({ q, limit }: SearchRequest): string {
  return searchOf({ q, limit })
}

type Parameter = string | number | string[] | null | undefined

function pageParameters({ chains, categories, ...position }: PageRequest) {
  return { ...positionParameters(position), chain: chains, category: categories }
}

export function positionParameters({ page, perPage, cursor }: PagePosition) {
  return { cursor, page: cursor === undefined ? page : null, per_page: perPage }
}

function rowParameters({ ids, fields }: PageRequest) {
  return { ids, fields }
}

/** A query without what may differ between the pages of one walk: what a cursor belongs to. */
export function walkOf<Q extends PagePosition & RowChoice>({ fields: _, cursor: __, ...query }: Q) {
  return { ...query, page: 1, perPage: 1 }
}

/** Skips null, undefined and empty lists. */
export function searchOf(parameters: Record<string, Parameter>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'number') search.set(name, decimal(value))
    else if (typeof value === 'string') search.set(name, value)
    else if (value.length > 0) search.set(name, [...new Set(value)].sort().join(','))
  }
  return search.toString()
}

/** A non-negative number in plain decimals: the parser does not accept `1e-7`. */
export function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return digits
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}
