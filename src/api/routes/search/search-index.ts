import type { SearchIndex } from '../../../contract/finding.ts'

const COLUMNS: readonly (keyof SearchIndex['columns'])[] = [
  'id',
  'name',
  'symbol',
  'category',
  'tvlUsd',
  'compositeScore',
  'parent',
  'formerSlugs',
]

/**
 * Whether a parsed document has every column, each of length `count`. Does not check cells: they were checked against the
 * schema when the document was written.
 */
export function isSearchIndex(document: unknown): document is SearchIndex {
  const { count, categories, columns } = Object(document)
  if (!Array.isArray(categories)) return false
  return COLUMNS.every((name) => {
    const column: unknown = Object(columns)[name]
    return Array.isArray(column) && column.length === count
  })
}
