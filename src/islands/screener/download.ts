import { csvOf } from './csv.ts'
import type { Table } from './table.ts'

/** Saves the rows as a file. */
export function downloadCsv(table: Table, rows: Uint32Array): void {
  const blob = new Blob([csvOf(table, rows)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `plimsoll-screener-${table.rows.asOf}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
