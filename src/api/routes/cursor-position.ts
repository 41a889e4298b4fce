import { decodeCursor } from '../../contract/cursor.ts'
import type { PagePosition } from '../../contract/query.ts'
import { type ApiResponse, problem } from '../../http/api-response.ts'
import { snapshotGone } from '../../http/snapshot-gone.ts'

/** Rows before the page of a query, by its cursor if it has one; the problem of a cursor that does not belong here. */
export function positionOf(
  { page, perPage, cursor: text }: PagePosition,
  { snapshot, mark }: { snapshot: string; mark: string },
): number | ApiResponse {
  if (text === undefined) return (page - 1) * perPage
  const cursor = decodeCursor(text)
  const refuse = (why: string) => problem('INVALID_REQUEST', { details: { cursor: [why] } })
  if (!cursor) return refuse('must be a nextCursor as it was given')
  if (cursor.snapshot !== snapshot) return snapshotGone('cursor', snapshot)
  if (cursor.mark !== mark) return refuse('belongs to other filters or another order')
  return cursor.start
}
