import type { Table } from './table.ts'

/** A table as one JSON object a line, with every column in every line. */
export function ndjsonOf({ columns, rows }: Table): string {
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  const lines = rows.map((row) => {
    const fields = row.map((cell, index) => `${keys[index]}${JSON.stringify(cell)}`)
    return `{${fields.join(',')}}\n`
  })
  return lines.join('')
}
