import type { FieldRows } from '../domain/batch.ts'
import type { SourceId } from '../domain/sources.ts'
import type { Store } from './open.ts'

/** Which rows of the last good run of a source had each field; empty when that is not kept. */
export function loadFieldRows(store: Store, source: SourceId): FieldRows[] {
  return store
    .prepare<[string], { field: string; ids: string; gone: string }>(
      'SELECT field, ids, gone FROM field_rows WHERE source = ? ORDER BY field',
    )
    .all(source)
    .map(({ field, ids, gone }) => ({ field, ids: JSON.parse(ids), gone: JSON.parse(gone) }))
}

export function replaceFieldRows(store: Store, source: SourceId, rows: readonly FieldRows[]): void {
  store.prepare('DELETE FROM field_rows WHERE source = ?').run(source)
  const insert = store.prepare(
    'INSERT INTO field_rows (source, field, ids, gone) VALUES (?, ?, ?, ?)',
  )
  for (const { field, ids, gone } of rows) {
    insert.run(source, field, JSON.stringify(ids), JSON.stringify(gone))
  }
}
