import { queryNote } from './query-note.ts'
import type { ApiQuery } from './search.ts'

/** The same query as a command, with the part that changes marked. */
export function showQuery(
  code: HTMLElement,
  note: HTMLElement,
  query: ApiQuery,
  rows: number,
): void {
  const mark = document.createElement('span')
  mark.className = 'k'
  mark.textContent = query.search
  code.replaceChildren(`curl "${location.origin}/v1/screener`, mark, '"')
  note.textContent = queryNote(query, rows)
}
