const BULK = '/bulk/'

/** Types that no table of types of a page has. */
const TYPES: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.gz': 'application/gzip',
  '.parquet': 'application/vnd.apache.parquet',
  '.pem': 'text/plain; charset=utf-8',
  '.sig': 'text/plain; charset=utf-8',
  '.sqlite': 'application/vnd.sqlite3',
}

/** A dated folder never changes: its name is its day. */
const DATED = /^\/bulk\/\d{4}-\d\d-\d\d(-\d+)?\//

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The headers that a file of tables has and a page has not; null for any other file. */
export function bulkHeaders(name: string): Record<string, string> | null {
  if (!name.startsWith(BULK)) return null
  const ending = name.slice(name.lastIndexOf('.'))
  const type = TYPES[ending]
  const isTable = type !== undefined && !['.pem', '.sig'].includes(ending)
  return {
    'Accept-Ranges': 'bytes',
    ...(type && { 'Content-Type': type }),
    ...(isTable && {
      'Content-Disposition': `attachment; filename="${name.slice(name.lastIndexOf('/') + 1)}"`,
    }),
    ...(DATED.test(name) && { 'Cache-Control': IMMUTABLE }),
  }
}
