import { RISK_COLUMNS, riskLabel } from './risk-label.ts'
import type { Sort } from './state.ts'

export interface ScreenerColumn {
  sort: Sort
  head: string
  /** For the sentence "sorted by …". */
  words: string
  /** Numbers are on the right. */
  isNumber: boolean
}

const RISKS = RISK_COLUMNS.map((sort) => ({
  sort,
  // The soft hyphen lets the longest word break in a narrow column.
  head:
    sort === 'compositeScore'
      ? 'Score'
      : riskLabel(sort).replace('Counterparty', 'Counter\u00adparty'),
  words: sort === 'compositeScore' ? 'score' : `${riskLabel(sort).toLowerCase()} risk`,
  isNumber: sort !== 'compositeScore',
}))

/** The columns of the table that can be sorted, from left to right. */
export const COLUMNS: readonly ScreenerColumn[] = [
  { sort: 'name', head: 'Protocol', words: 'name', isNumber: false },
  { sort: 'category', head: 'Category', words: 'category', isNumber: false },
  ...RISKS,
  { sort: 'trend', head: 'Last 12 scores', words: 'change over the last scores', isNumber: false },
  { sort: 'tvl', head: 'TVL', words: 'TVL', isNumber: true },
  { sort: 'rank', head: 'Rank in category', words: 'rank in its category', isNumber: true },
  { sort: 'coverage', head: 'Cover', words: 'coverage', isNumber: false },
]

const FIRST: Record<'text' | 'number', Record<'asc' | 'desc', string>> = {
  text: { asc: 'A to Z', desc: 'Z to A' },
  number: { asc: 'lowest first', desc: 'highest first' },
}

/** The order in words, such as `by TVL, highest first`, and whose TVL is shown when chains are chosen. */
export function formatOrder(
  sort: Sort,
  direction: 'asc' | 'desc',
  chains: readonly string[] = [],
): string {
  const words = COLUMNS.find((column) => column.sort === sort)?.words ?? sort
  const kind = sort === 'name' || sort === 'category' ? 'text' : 'number'
  const tvl = chains.length === 0 ? '' : `; TVL is that on ${chains.join(' and ')}`
  return `by ${words}, ${FIRST[kind][direction]}${tvl}`
}
