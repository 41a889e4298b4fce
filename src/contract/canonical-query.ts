import { type ListQuery, type PageQuery, type ScreenerQuery, THRESHOLDS } from './query.ts'

/** The one way to write a query of the list, without `?`: what means the same has the same bytes. */
export function listSearch(query: ListQuery): string {
  return searchOf({
    ...pageParameters(query),
    min_credit_score: query.minScore,
    sort_by: query.sort,
    sort_dir: query.direction,
  })
}

/** The one way to write a query of the screener, without `?`: what means the same has the same bytes. */
export function screenerSearch(query: ScreenerQuery): string {
  const maxima = Object.entries(THRESHOLDS).map(([name, column]) => [name, query.maxima[column]])
  return searchOf({
    ...pageParameters(query),
    ...Object.fromEntries(maxima),
    sort: query.sort,
    order: query.direction,
  })
}

type Parameter = string | number | string[] | null | undefined

function pageParameters({ page, perPage, chains, categories }: PageQuery) {
  return { page, per_page: perPage, chain: chains, category: categories }
}

/** What is null, undefined or an empty list is not written. */
function searchOf(parameters: Record<string, Parameter>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'number') search.set(name, decimal(value))
    else if (typeof value === 'string') search.set(name, value)
    else if (value.length > 0) search.set(name, [...new Set(value)].sort().join(','))
  }
  return search.toString()
}

/** A number that is not negative, in decimals: `1e-7` is not one that the parser takes. */
function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return digits
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}
