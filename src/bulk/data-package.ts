import {
  BULK_SCHEMA_VERSION,
  type BulkColumn,
  type BulkManifest,
  type BulkTableName,
} from '../contract/bulk.ts'

/** Version 2 of the format: https://datapackage.org/standard/data-package/ */
const PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json'

type File = BulkManifest['files'][number]

const MIT = { name: 'MIT', title: 'MIT licence', path: 'https://opensource.org/license/mit' }

/** Tables of nothing but our own figures. Rows of the others keep the terms of their sources. */
const OWN: readonly BulkTableName[] = ['scores', 'signals', 'history']

const MEDIA_TYPES: Record<File['format'], string> = {
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/gzip',
  csv: 'text/csv',
  sqlite: 'application/vnd.sqlite3',
}

const FIELD_TYPES: Record<BulkColumn['type'], string> = {
  text: 'string',
  double: 'number',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  list: 'array',
  json: 'object',
}

/** The newest tables as a Data Package: every file with its length, hash, licence and columns. Paths are relative to `bulk/`. */
export function dataPackage({
  snapshot,
  files,
  tables,
  sources,
}: Pick<BulkManifest, 'snapshot' | 'files' | 'tables' | 'sources'>): object {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return {
    $schema: PROFILE,
    name: 'plimsoll',
    title: 'Risk scores of DeFi protocols',
    description:
      'The tables of the newest snapshot. `manifest.json` beside this file has the same hashes, is signed, and names what the tables leave out.',
    version: `${BULK_SCHEMA_VERSION}.0.0`,
    created: snapshot.computedAt,
    sources: sources.map(({ title, homepage, terms }) => ({ title, path: homepage, terms })),
    snapshot,
    resources: files.map((file) => {
      const table = file.table && byName.get(file.table)
      return {
        name: nameOf(file),
        path: file.path,
        ...(table && { title: table.name, description: table.about }),
        format: file.format,
        mediatype: file.path.endsWith('.gz') ? MEDIA_TYPES.ndjson : MEDIA_TYPES[file.format],
        bytes: file.bytes,
        hash: `sha256:${file.sha256}`,
        ...(table && OWN.includes(table.name) && { licenses: [MIT] }),
        ...(table && { type: 'table', schema: schemaOf(table.columns, file.format) }),
      }
    }),
  }
}

/** The Parquet file of a table has its name, as most readers want it. */
function nameOf({ table, format }: File): string {
  if (table === null) return `plimsoll-${format}`
  return format === 'parquet' ? table : `${table}-${format}`
}

function schemaOf(columns: readonly BulkColumn[], format: File['format']) {
  return {
    fields: columns.map(({ name, type, unit, about }) => ({
      name,
      // A list is one text in CSV.
      type: format === 'csv' && type === 'list' ? 'string' : FIELD_TYPES[type],
      description: about,
      ...(unit !== null && { unit }),
    })),
    missingValues: format === 'csv' ? [''] : [],
  }
}
