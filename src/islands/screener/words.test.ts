import { describe, expect, test } from 'vitest'
import { formatOrder } from './columns.ts'
import { levelOptions, optionsOf } from './filter-options.ts'
import { generated, tableOf } from './fixtures/table.ts'
import { spellerOf, withoutAliases } from './names.ts'
import { queryNote } from './query-box.ts'
import { riskLabel } from './risk-label.ts'
import type { ApiQuery } from './search.ts'
import { START } from './state.ts'

test('aliases become the names that they refer to, and names are spelled as in the table', () => {
  const { rows } = generated(50, 1).table
  const state = withoutAliases(
    { ...START, chains: ['bsc', 'nowhere', 'constructor'], categories: ['two names'] },
    rows,
  )
  const [first = '', second = ''] = rows.categories
  expect(state.chains).toEqual(['constructor', 'nowhere', rows.chains[0]?.toLowerCase()].toSorted())
  expect(state.categories).toEqual([first.toLowerCase(), second.toLowerCase()])
  expect(state.categories.map(spellerOf(rows))).toEqual([first, second])
  expect(spellerOf(rows)('nowhere')).toBe('nowhere')
})

test('names are offered with the number of their rows, the most frequent first, but for those with a comma', () => {
  const table = tableOf([{ chains: ['Celo'] }, { chains: ['Base', 'A, B'] }, { chains: ['Base'] }])
  expect(optionsOf(table.rows.chains, table.chain)).toEqual([
    { name: 'Base', count: 2 },
    { name: 'Celo', count: 1 },
  ])
})

test('every row is counted in one level', () => {
  const options = levelOptions(
    tableOf([{ composite: 1 }, { composite: 1.5 }, { composite: 10 }, {}]),
  )
  expect(options.map(({ count }) => count)).toEqual([2, 0, 0, 0, 1, 1])
})

test('labels and orders are in words', () => {
  expect(riskLabel('liquidityTrapRisk')).toBe('Liquidity trap')
  expect(riskLabel('compositeScore')).toBe('Composite')
  expect(formatOrder('name', 'asc')).toBe('by name, A to Z')
  expect(formatOrder('oracleRisk', 'desc')).toBe('by oracle risk, highest first')
  expect(formatOrder('tvl', 'desc', ['Base', 'Celo'])).toBe(
    'by TVL, highest first; TVL is that on Base and Celo',
  )
})

describe('the note below the command', () => {
  const query = { search: '', order: 'same' } as const
  test.each<[ApiQuery, number, string]>([
    [query, 12, 'The same rows from the API.'],
    [query, 4_847, 'The same 4,847 rows from the API, 100 at a time; add &page=2 for the next.'],
    [
      { ...query, order: 'inactive-among' },
      3,
      'The same rows from the API. There, those that are not active stand among the others.',
    ],
    [
      { ...query, order: 'own' },
      3,
      'The same rows from the API. It orders them by composite score, highest first.',
    ],
  ])('%j over %i rows', (asked, rows, words) => {
    expect(queryNote(asked, rows)).toBe(words)
  })
})
