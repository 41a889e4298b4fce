import type { ScreenerIndex } from '../../../contract/documents.ts'
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
 * Whether a parsed document is a whole index: every column is there, as long as it says, and rows are ordered by id.
 * Cells are not looked at: they were checked against the schema when the document was written.
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

/** The id breaks every tie by its place in the index. */
function isAscending(ids: unknown): boolean {
  if (!Array.isArray(ids)) return false
  return ids.every((id, row) => typeof id === 'string' && (row === 0 || ids[row - 1] < id))
}
