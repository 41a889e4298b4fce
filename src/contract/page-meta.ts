import { listSearch, screenerSearch, walkOf } from './canonical-query.ts'
import { encodeCursor, markOf } from './cursor.ts'
import { type IncidentsRequest, incidentsSearch } from './incidents-query.ts'
import type { PageMeta } from './protocol-summary.ts'
import type { ListRequest, PagePosition, ScreenerRequest } from './query.ts'

/** What the cursors of a list query belong to. */
export function listMark(query: ListRequest): string {
  return markOf(listSearch(walkOf(query)))
}

/** What the cursors of a screener query belong to. */
export function screenerMark(query: ScreenerRequest): string {
  return markOf(screenerSearch(walkOf(query)))
}

/** What the cursors of an incidents query belong to. */
export function incidentsMark(query: IncidentsRequest): string {
  return markOf(incidentsSearch(walkOf(query)))
}

/** The position of a page of `total` rows that begins after `start` of them, and the cursor of the next one. */
export function pageMeta(
  { page, perPage: limit, cursor }: PagePosition,
  {
    start,
    total,
    snapshot,
    mark,
  }: { start: number; total: number; snapshot: string; mark: string },
): PageMeta {
  const end = start + limit
  return {
    total,
    page: cursor === undefined ? page : Math.floor(start / limit) + 1,
    limit,
    pageCount: Math.ceil(total / limit),
    snapshot,
    nextCursor: end < total ? encodeCursor({ snapshot, start: end, mark }) : null,
  }
}
