import { MAX_PER_PAGE } from '../../contract/query.ts'
import { count } from '../../domain/format.ts'
import type { ApiQuery } from './search.ts'

/** What the command gives, compared with the `rows` rows of the table. */
export function queryNote({ sameOrder }: ApiQuery, rows: number): string {
  const order = sameOrder ? '' : ' It orders them by composite score, highest first.'
  if (rows <= MAX_PER_PAGE) return `The same rows from the API.${order}`
  return `The same ${count(rows)} rows from the API, ${MAX_PER_PAGE} at a time; add &page=2 for the next.${order}`
}
