import { describe, expect, test } from 'vitest'
import { searchIndex } from '../contract/finding.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createSearchIndex } from './search-index.ts'

const ENTRIES = [
  anEntry({ id: '1', slug: 'b', name: 'Bee', category: 'Lending', symbol: 'BEE', tvlUsd: 1.006 }),
  anEntry({ id: '2', slug: 'a', category: null, tvlUsd: null, parentSlug: 'family' }),
  {
    ...anEntry({ id: '3', slug: 'B', category: 'Dexs', facts: {} }),
    inactive: { status: 'dead' as const, reason: 'It has ended.', day: '2024-03-01', source: 'x' },
  },
]
const formerSlugs = [
  { slug: 'z', protocolId: '1' },
  { slug: 'y', protocolId: '1' },
  { slug: 'gone', protocolId: '9' },
]
const index = createSearchIndex(aCatalogue(ENTRIES, { formerSlugs }))

describe('the search index', () => {
  test('keeps its schema and is ordered by id, whatever the order of the entries', () => {
    expect(searchIndex.safeParse(index).error).toBeUndefined()
    const turned = aCatalogue(ENTRIES.toReversed(), { formerSlugs: formerSlugs.toReversed() })
    expect(createSearchIndex(turned)).toEqual(index)
  })

  test('has what is searched and shown, with null for what is not known', () => {
    expect(index).toMatchObject({ count: 3, categories: ['Dexs', 'Lending'] })
    expect(index.columns).toMatchObject({
      id: ['B', 'a', 'b'],
      name: ['Protocol 3', 'Protocol 2', 'Bee'],
      symbol: [null, null, 'BEE'],
      category: [0, null, 1],
      tvlUsd: [1_000_000, null, 1.01],
      status: ['dead', 'active', 'active'],
      parent: [null, 'family', null],
      formerSlugs: [[], [], ['y', 'z']],
    })
    expect(index.columns.compositeScore[0]).toBeNull()
    expect(index.columns.compositeScore[2]).toBeGreaterThan(0)
  })
})
