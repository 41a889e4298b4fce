import { MAX_PER_PAGE } from '../../contract/query.ts'
import { count } from '../../domain/format.ts'
import { element } from '../dom/element.ts'
import type { ApiQuery } from './search.ts'

/** The same query as a command, with the part that changes marked. */
export function showQuery(
  code: HTMLElement,
  note: HTMLElement,
  query: ApiQuery,
  rows: number,
): void {
  const changing = element('span', 'k', query.search)
  code.replaceChildren(`curl "${location.origin}/v1/screener`, changing, '"')
  note.textContent = queryNote(query, rows)
}

const ORDER_NOTE: Record<ApiQuery['order'], string> = {
  same: '',
  'inactive-among': ' There, those that are not active stand among the others.',
  own: ' It orders them by composite score, highest first.',
}

/** What the command gives, compared with the `rows` rows of the table. */
export function queryNote({ order: of }: ApiQuery, rows: number): string {
  const order = ORDER_NOTE[of]
  if (rows <= MAX_PER_PAGE) return `The same rows from the API.${order}`
  return `The same ${count(rows)} rows from the API, ${MAX_PER_PAGE} at a time; add &page=2 for the next.${order}`
}
