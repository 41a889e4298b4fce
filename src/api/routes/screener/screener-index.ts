import type { ScreenerIndex } from '../../../contract/screener-index.ts'
import { DIMENSION_COLUMNS } from '../../../domain/dimension.ts'

const COLUMNS: readonly (keyof ScreenerIndex['columns'])[] = [
  'id',
  'name',
  'category',
  'chains',
  'logoUrl',
  'url',
  'twitter',
  'coverageScore',
  'compositeScore',
  'tvlUsd',
  'scoreHistory',
  'scoredAt',
  ...DIMENSION_COLUMNS,
]

/**
 * Whether a parsed document is a complete index: it has every column, each of length `count`, and rows are ordered by id.
 * Does not check cells: they were checked against the schema when the document was written.
 */
export function isScreenerIndex(document: unknown): document is ScreenerIndex {
  if (!isRecord(document) || typeof document.snapshot !== 'string') return false
  const { count, categories, chains, columns } = document
  if (!Array.isArray(categories) || !Array.isArray(chains) || !isRecord(columns)) return false
  return COLUMNS.every((name) => hasLength(columns[name], count)) && isAscending(columns.id)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function hasLength(column: unknown, count: unknown): boolean {
  return Array.isArray(column) && column.length === count
}

/** Ties are broken by the position in the index, so rows must be ordered by id. */
function isAscending(ids: unknown): boolean {
  if (!Array.isArray(ids)) return false
  return ids.every((id, row) => typeof id === 'string' && (row === 0 || ids[row - 1] < id))
}
