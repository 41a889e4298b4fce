import * as z from 'zod'
import { type BulkColumn, type BulkTableName, bulkColumn } from '../contract/bulk.ts'
import columns from './columns.json' with { type: 'json' }

/** A value of a table. Null: not known, or it does not apply; never 0 or an empty text instead. A date is `YYYY-MM-DD`. */
export type BulkCell =
  | string
  | number
  | boolean
  | null
  | string[]
  | { readonly [key: string]: unknown }

export interface BulkTable {
  name: BulkTableName
  about: string
  columns: BulkColumn[]
  /** Cells in the order of the columns. */
  rows: BulkCell[][]
}

/** The columns of a table, or of a part that it repeats. */
export function columnsOf(part: keyof typeof columns): BulkColumn[] {
  return z.array(bulkColumn).parse(columns[part])
}

/**
 * A text that every format can carry: well-formed, and without NUL, at which readers of SQLite and CSV stop. What cannot be carried
 * becomes U+FFFD.
 */
export function portable(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Name of a column for a camel-case name: `smartContract` is `smart_contract`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A function of a text that is computed once for each text: most cells of a table repeat a few thousand texts. */
export function remembering(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = compute(text)
    known.set(text, made)
    return made
  }
}
