import { type BulkCell, type BulkTable, remembering } from './table.ts'

/** A table as one JSON object a line, with every column in every line. */
export function ndjsonOf({ columns, rows }: BulkTable): string {
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  const quoted = remembering((text) => JSON.stringify(text))
  const cellText = (cell: BulkCell | undefined) => {
    if (typeof cell === 'string') return quoted(cell)
    return typeof cell === 'number' ? String(cell) : JSON.stringify(cell)
  }
  const lines = rows.map((row) => {
    const fields = row.map((cell, index) => `${keys[index]}${cellText(cell)}`)
    return `{${fields.join(',')}}\n`
  })
  return lines.join('')
}
