import { decodeCursor, encodeCursor } from '../contract/cursor.ts'
import type { PageMeta } from '../contract/protocol-summary.ts'
import { isShort } from './shorten.ts'

interface Page<Row> {
  rows: readonly Row[]
  meta: PageMeta
  /** What its cursors belong to. */
  mark: string
  /** The cursor that was asked with. */
  cursor?: string | undefined
  /** The document of an answer with these rows. */
  documentOf: (rows: readonly Row[]) => Record<string, unknown>
}

/**
 * The document of a page with as many of its rows as an answer holds, and in `nextCursor` where the next one goes on: after the last row that
 * is given, so that nothing is skipped.
 */
export function cutPage<Row>({ rows, meta, mark, cursor, documentOf }: Page<Row>): object {
  const { total, page, limit, pageCount, snapshot = '' } = meta
  const start = (cursor && decodeCursor(cursor)?.start) || (page - 1) * limit
  const documentWith = (given: number) => {
    const end = start + given
    const left = rows.length - given
    return {
      ...{ total, page, pageCount },
      nextCursor: end < total ? encodeCursor({ snapshot, start: end, mark }) : null,
      ...(left > 0 && {
        leftOut: left,
        note: 'Rows left out to keep the answer short: send nextCursor as `cursor` for them.',
      }),
      ...documentOf(rows.slice(0, given)),
    }
  }
  let given = rows.length
  while (given > 1 && !isShort(documentWith(given))) given -= 1
  return documentWith(given)
}
