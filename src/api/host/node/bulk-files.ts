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

/** One range of bytes; `end` is inclusive. */
export interface Range {
  start: number
  end: number
}

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

/**
 * The range of a `Range` header with one range (RFC 9110, section 14.1.2). Null: send the whole file, as for a header that is not understood.
 * `none`: no byte of it is in the file.
 */
export function readRange(header: string | undefined, size: number): Range | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return start >= size || (first === '' && Number(last) === 0) ? 'none' : { start, end }
}
