import { count, MAX_NAMED_REFUSALS, type RowCounts } from '../domain/batch.ts'
import { plainText } from './defillama/text.ts'

/** Fields by which a row is known, best first. */
const NAMES = ['name', 'project', 'slug', 'id', 'file']

const MAX_NAME = 80

/** Counts the current row, number `rowCounts.rows` from 1, as refused, and names it. */
export function refuseRow(rowCounts: RowCounts, reason: string, raw: unknown): void {
  count(rowCounts.refused, reason)
  rowCounts.refusedRows ??= []
  if (rowCounts.refusedRows.length >= MAX_NAMED_REFUSALS) return
  rowCounts.refusedRows.push({ row: rowCounts.rows, name: nameOf(raw), reason })
}

function nameOf(raw: unknown): string | null {
  if (typeof raw === 'string') return plainText(raw, MAX_NAME)
  if (typeof raw !== 'object' || raw === null) return null
  const fields = new Map(Object.entries(raw))
  for (const field of NAMES) {
    const value: unknown = fields.get(field)
    const isText = typeof value === 'string' || typeof value === 'number'
    const name = isText ? plainText(String(value), MAX_NAME) : null
    if (name !== null) return name
  }
  return null
}
