import { MAX_PER_PAGE } from '../../contract/query.ts'
import { count } from '../../site/figures.ts'
import type { ApiQuery } from './search.ts'

/** What the command gives, compared with the `rows` rows of the table. */
export function queryNote({ leftOut, sameOrder }: ApiQuery, rows: number): string {
  const order = sameOrder ? '' : ' It orders them by composite score, highest first.'
  if (leftOut.length > 0) {
    const words = new Intl.ListFormat('en').format(leftOut)
    return `The API does not filter by ${words}, so it also gives rows that are left out here.${order}`
  }
  if (rows <= MAX_PER_PAGE) return `The same rows from the API.${order}`
  return `The same ${count(rows)} rows from the API, ${MAX_PER_PAGE} at a time; add &page=2 for the next.${order}`
}
