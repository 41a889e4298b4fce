import { gzipSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { BulkColumn } from '../contract/bulk.ts'
import type { BulkCell, BulkTable } from './table.ts'

/** Rows that a reader fetches together. */
const GROUP_ROWS = 50_000

interface ParquetOptions {
  /** Key-value metadata of the file. */
  metadata?: Readonly<Record<string, string>>
  /** GZIP is smaller, SNAPPY is read by every reader without more code. */
  codec?: 'SNAPPY' | 'GZIP'
}

/** A table as Parquet with the types of its columns; every column may be null. The same rows give the same bytes. */
export function parquetOf(
  { columns, rows }: Pick<BulkTable, 'columns' | 'rows'>,
  { metadata = {}, codec = 'SNAPPY' }: ParquetOptions = {},
): Uint8Array {
  const root = { name: 'root', num_children: columns.length }
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [root, ...columns.flatMap(elementsOf)],
      columnData: columns.map((column, index) => ({
        name: column.name,
        data: rows.map((row) => cellValue(column, row[index] ?? null)),
      })),
      rowGroupSize: GROUP_ROWS,
      codec,
      compressors: { GZIP: (bytes) => gzipSync(bytes, { level: 9 }) },
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'plimsoll',
    }),
  )
}

function elementsOf({ name, type }: BulkColumn): SchemaElement[] {
  const nullable = { name, repetition_type: 'OPTIONAL' } as const
  switch (type) {
    case 'double':
      return [{ ...nullable, type: 'DOUBLE' }]
    case 'integer':
      return [{ ...nullable, type: 'INT32' }]
    case 'boolean':
      return [{ ...nullable, type: 'BOOLEAN' }]
    case 'date':
      return [
        { ...nullable, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
      ]
    case 'json':
      return [{ ...nullable, type: 'BYTE_ARRAY', converted_type: 'JSON' }]
    case 'list':
      // The three levels of the format (LogicalTypes.md, "Lists").
      return [
        { ...nullable, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        {
          name: 'element',
          type: 'BYTE_ARRAY',
          converted_type: 'UTF8',
          repetition_type: 'OPTIONAL',
        },
      ]
    default:
      return [{ ...nullable, type: 'BYTE_ARRAY', converted_type: 'UTF8' }]
  }
}

function cellValue({ type }: BulkColumn, cell: BulkCell): unknown {
  return type === 'date' && typeof cell === 'string' ? new Date(`${cell}T00:00:00Z`) : cell
}
