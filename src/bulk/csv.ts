import { type BulkCell, type BulkTable, remembering } from './table.ts'

/** A cell that begins like this is run as a formula by spreadsheets (OWASP, "CSV Injection"), also in its full-width form. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/

/**
 * A table as CSV (RFC 4180). An empty cell is null, `""` an empty text. Text that a spreadsheet would run as a formula gets an apostrophe in
 * front. Lists are joined by `; `.
 */
export function csvOf({ columns, rows }: BulkTable): string {
  const quoted = remembering(quote)
  const lines = [columns.map(({ name }) => name).join(',')]
  for (const row of rows) lines.push(row.map((cell) => cellText(cell, quoted)).join(','))
  return `${lines.join('\r\n')}\r\n`
}

function cellText(cell: BulkCell, quoted: (text: string) => string): string {
  if (cell === null) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (Array.isArray(cell)) return quoted(cell.join('; '))
  return quoted(typeof cell === 'string' ? cell : JSON.stringify(cell))
}

function quote(text: string): string {
  const safe = FORMULA.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
