import type { BulkManifest } from '../contract/bulk.ts'

type Format = BulkManifest['files'][number]['format']

/** A number of bytes to three digits, such as `1.57 MB`. */
export function fileSize(bytes: number): string {
  const [size, unit] = bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'KB']
  return `${Number(size.toPrecision(3))}\u00a0${unit}`
}

/** How the tables of a format are read in one line. */
const LINES: Record<Format, string> = {
  parquet: `duckdb -c "SELECT level, count(*) FROM '/bulk/latest/scores.parquet' GROUP BY level"`,
  csv: `pandas.read_csv('/bulk/latest/scores.csv')`,
  ndjson: 'curl -s /bulk/latest/signals.ndjson.gz | gunzip | head -1',
  sqlite: `sqlite3 plimsoll.sqlite "SELECT name, composite FROM scores ORDER BY composite LIMIT 10"`,
}

export function readingLine(format: Format): string {
  return LINES[format]
}
