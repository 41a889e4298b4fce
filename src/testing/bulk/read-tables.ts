import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import Database from 'better-sqlite3'
import type { BulkManifest } from '../../contract/bulk.ts'

/** A row as plain values, whose lists and facts are texts or values of JSON as its format has them. */
export type PlainRow = Record<string, unknown>

export const FORMATS = ['parquet', 'ndjson', 'csv', 'sqlite'] as const

export type Format = (typeof FORMATS)[number]

const ENDINGS = { parquet: 'parquet', ndjson: 'ndjson.gz', csv: 'csv.gz' }

const TYPES: Record<string, string> = {
  text: 'VARCHAR',
  double: 'DOUBLE',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  date: 'DATE',
  list: 'VARCHAR[]',
  json: 'JSON',
}

/** The rows of a table, read by DuckDB or SQLite as a stranger would, in the order of the file. */
export async function readTable(
  bulkDir: string,
  { tables }: BulkManifest,
  name: string,
  format: Format,
): Promise<PlainRow[]> {
  if (format === 'sqlite') return fromSqlite(bulkDir, name)
  const columns = tables.find((table) => table.name === name)?.columns ?? []
  const ending = name === 'scores' && format === 'csv' ? 'csv' : ENDINGS[format]
  const file = path.join(bulkDir, 'latest', `${name}.${ending}`)
  const typed = (lists: string) =>
    columns.map((one) => `'${one.name}': '${one.type === 'list' ? lists : TYPES[one.type]}'`).join()
  const from = {
    parquet: `read_parquet('${file}')`,
    ndjson: `read_json('${file}', format = 'newline_delimited', columns = {${typed('VARCHAR[]')}})`,
    csv: `read_csv('${file}', header = true, allow_quoted_nulls = false, columns = {${typed('VARCHAR')}})`,
  }[format]
  const picked = columns.map(({ name: column, type }) =>
    type === 'date' ? `"${column}"::VARCHAR AS "${column}"` : `"${column}"`,
  )
  return duck(`SELECT ${picked.join()} FROM ${from}`)
}

/** The answer of DuckDB, without any extension from the network. */
export async function duck(query: string): Promise<PlainRow[]> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
  })
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(query)).getRowObjectsJS()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function fromSqlite(bulkDir: string, name: string): PlainRow[] {
  const db = new Database(path.join(bulkDir, 'latest/plimsoll.sqlite'), { readonly: true })
  try {
    return db.prepare<[], PlainRow>(`SELECT * FROM "${name}"`).all()
  } finally {
    db.close()
  }
}
