import { expect, test } from 'vitest'
import type { SearchIndex } from '../contract/finding.ts'
import { searched } from './fixtures/documents.ts'
import { searchRows } from './search-rows.ts'

test('protocols come largest first, those without TVL last by id, each with the name of its page', () => {
  const index: SearchIndex = {
    ...searched,
    count: 4,
    columns: {
      id: ['b', 'a+', 'c', 'd'],
      name: ['B', 'A', 'C', 'D'],
      symbol: [null, 'A', null, null],
      category: [null, 0, 0, null],
      tvlUsd: [null, null, 5, 7],
      tvlAsOf: [null, null, '2024-03-11', searched.asOf],
      compositeScore: [null, 1.2, null, null],
      status: ['active', 'dead', 'active', 'active'],
      parent: [null, 'family', null, null],
      formerSlugs: [['old'], [], [], []],
    },
  }
  expect(searchRows(index).map(({ id, page }) => `${id} ${page}`)).toEqual([
    'd d',
    'c c',
    'a+ a~2b',
    'b b',
  ])
  expect(searchRows(index).map(({ tvlYear }) => tvlYear)).toEqual([null, '2024', null, null])
  expect(searchRows(index)[2]).toMatchObject({ category: 'Lending', composite: 1.2, symbol: 'A' })
  expect(searchRows(index)[2]).toHaveProperty('status', 'dead')
})
