import { describe, expect, test } from 'vitest'
import { NOT_APPLICABLE, slugOf, UNKNOWN } from '../contract/screener-rows.ts'
import { generateRows, indexOf } from '../testing/api/generated-rows.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { comparisonExamples } from './comparison-examples.ts'
import { summaries } from './fixtures/documents.ts'
import { writeDocuments } from './fixtures/write-documents.ts'
import { placeLinks, placePaths } from './place-links.ts'
import { plainLists } from './plain-lists.ts'
import { screenerLink } from './screener-link.ts'
import { readScreenerRows, screenerRows } from './screener-rows.ts'

const root = temporaryFolder()

const index = indexOf(generateRows(1_000, 3))

describe('the rows for the browser', () => {
  test('hold what the index holds, in tenths', () => {
    const rows = screenerRows(index, new Map([[5, new Set(['oracle', 'credit'] as const)]]))
    expect(rows.id.map((id, row) => id || slugOf(rows.name[row] ?? ''))).toEqual(index.columns.id)
    expect(rows.composite.map((tenths) => (tenths === UNKNOWN ? null : tenths / 10))).toEqual(
      index.columns.compositeScore,
    )
    expect(rows.tvlUsd).toEqual(index.columns.tvlUsd)
    expect(rows.tvlDay).toEqual({})
    const isNull = index.columns.oracleRisk[5] === null
    expect(rows.dimensions.oracleRisk[5] === NOT_APPLICABLE).toBe(isNull)
    expect(rows.dimensions.oracleRisk.filter((tenths) => tenths === NOT_APPLICABLE)).toHaveLength(
      isNull ? 1 : 0,
    )
  })

  test('leave out an id that follows from the name, and name a page that differs from its id', () => {
    const odd = indexOf(
      generateRows(2, 1).map((row, at) => ({
        ...row,
        id: at ? 'tern-lend' : 'a b',
        name: 'Tern Lend',
      })),
    )
    const rows = screenerRows(odd, new Map())
    expect(rows.id).toEqual(['a b', 0])
    expect(rows.page).toEqual({ 0: 'a~20b' })
  })

  test('have the slug of a category only where it does not follow from the name', () => {
    const few = { ...index, categories: ['Lending', 'R&D', 'Nowhere'] }
    const named = (name: string) => ({ name, aliases: [], protocolCount: 1, tvlUsd: null })
    const pathOf = placePaths(placeLinks('category', ['Lending', 'R&D'].map(named)))
    const { categorySlug } = screenerRows(few, new Map(), pathOf)
    expect(categorySlug).toEqual({ 'R&D': 'r~26d', Nowhere: '' })
  })

  test('have the day of a TVL only where it is not that of the snapshot', () => {
    const days = generateRows(3, 1).map((row, at) => ({
      ...row,
      tvlAsOf: ['2024-03-11', null, '2026-06-30'][at] ?? null,
    }))
    expect(screenerRows(indexOf(days), new Map()).tvlDay).toEqual({ 0: '2024-03-11' })
  })

  test('have assumed dimensions only where there are any', () => {
    const some = generateRows(2, 1).map((row, at) => ({
      ...row,
      assumedDimensions: at === 1 ? ['oracle' as const] : [],
    }))
    expect(screenerRows(indexOf(some), new Map()).assumed).toEqual({ 1: ['oracle'] })
  })

  test('distinguish the two meanings of a null by the documents', async () => {
    const rows = await readScreenerRows(writeDocuments(root))
    expect(rows.id).toEqual(['404', 'tern-lend'])
    expect(rows.dimensions.oracleRisk).toEqual([UNKNOWN, UNKNOWN])
    expect(rows.dimensions.creditRisk).toEqual([UNKNOWN, NOT_APPLICABLE])
    expect(rows.dimensions.liquidityRisk).toEqual([UNKNOWN, 30])
  })
})

describe('the plain lists', () => {
  const lists = plainLists(index, [])

  test.each(['letters', 'categories'] as const)('by %s hold every protocol once', (kind) => {
    const names = lists[kind].flatMap(({ rows }) => rows.map(({ pageName }) => pageName))
    expect(names.toSorted()).toEqual(index.columns.id)
    const paths = lists[kind].map((list) => list.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('are cut into parts that lead to each other', () => {
    const parts = lists.letters.filter(({ title }) => title === 'P')
    expect(
      parts.map(({ path, rows, previous, next }) => [path, rows.length, previous, next]),
    ).toEqual([
      ['p', 400, null, 'p/2'],
      ['p/2', 400, 'p', 'p/3'],
      ['p/3', 200, 'p/2', null],
    ])
  })

  test('rank none that is not active, and say so in place of its score', () => {
    const ended = indexOf(
      generateRows(30, 3).map((row, at) => (at % 3 ? row : { ...row, status: 'drained' as const })),
    )
    for (const { rows } of plainLists(ended, []).categories) {
      const words = rows.map(({ composite, inactive }) =>
        composite === null ? (inactive ?? '') : 'scored',
      )
      expect(words).toEqual([
        ...words.filter((word) => word === 'scored'),
        ...words.filter((word) => word !== 'scored'),
      ])
    }
    const all = plainLists(ended, []).letters.flatMap(({ rows }) => rows)
    expect(all.filter(({ inactive }) => inactive === 'Drained')).toHaveLength(10)
  })

  test('by category begin with the lowest score and end without one', () => {
    for (const { rows } of lists.categories) {
      const scores = rows.map(({ composite }) => composite ?? 11)
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    }
  })

  test('take names that differ only in case, marks or digits together', () => {
    const named = indexOf(
      generateRows(4, 1).map((row, at) => ({
        ...row,
        name: ['1inch', 'Ćurve', 'cap', '$x'][at] ?? '',
        category: ['Dexes', 'dexes', 'A/B', null][at] ?? null,
      })),
    )
    const paths = (kind: 'letters' | 'categories') =>
      plainLists(named, [])[kind].map((list) => list.path)
    expect(paths('letters')).toEqual(['0-9', 'c', 'other'])
    expect(paths('categories')).toEqual(['category-a~2fb', 'category-dexes', 'without-category'])
  })
})

test('examples of a comparison are the largest scored ones of a category that has enough', () => {
  const [scored, unscored] = summaries
  if (!scored || !unscored) throw new Error('no fixtures')
  const row = (slug: string, category: string) => ({
    ...scored,
    id: slug,
    slug,
    name: slug,
    category,
  })
  const rows = [
    row('a', 'X'),
    { ...unscored, category: 'X' },
    { ...row('dead', 'X'), status: 'dead' as const },
    row('b', 'Y'),
    row('c', 'X'),
    row('d', 'X'),
    row('e', 'X'),
  ]
  expect(comparisonExamples(rows)).toEqual([
    { category: 'X', ids: ['a', 'c', 'd'], names: 'a, c, and d' },
  ])
})

test('a category leads to its rows in the screener', () => {
  expect(screenerLink('category', 'Liquid Staking')).toBe('/screener/?category=Liquid%20Staking')
  expect(screenerLink('chain', 'A&B')).toBe('/screener/?chain=A%26B')
  expect(screenerLink('chain', 'A, B')).toBe('/screener/')
})
