import { describe, expect, test } from 'vitest'
import { NOT_APPLICABLE } from '../../contract/screener-rows.ts'
import { tableOf } from './fixtures/table.ts'
import { rowView } from './row-view.ts'
import { SPARK, sparklineOf } from './sparkline.ts'
import { isScreenerRows } from './table.ts'

describe('a row', () => {
  const table = tableOf([
    { name: 'Tern Lend', category: 'Lending', composite: 3.6, tvlUsd: 2_000_000 },
    { name: 'Skua' },
    { name: 'Knot', category: 'Lending', composite: 1.5 },
  ])
  table.rows.page['1'] = '~skua'
  table.rows.dimensions.oracleRisk[0] = 61
  table.rows.dimensions.creditRisk[0] = NOT_APPLICABLE
  table.rows.coverage[0] = 45

  test('shows a score with its level, and each null for what it is', () => {
    const view = rowView(table, 0)
    expect(view).toMatchObject({
      id: 'tern-lend',
      href: '/protocol/tern-lend/',
      category: 'Lending',
      categoryHref: '/category/lending/',
      composite: { level: 3, text: '3.6', word: 'Moderate' },
      tvl: { text: '$2.00m', year: '' },
      rank: { text: '2/2', words: '2 of 2 in its category' },
    })
    expect(view.dimensions.map(({ kind, text, length }) => [kind, text, length])).toEqual([
      ['unk', '?', 0],
      ['unk', '?', 0],
      ['na', '–', 0],
      ['unk', '?', 0],
      ['score', '6.1', 6.1],
      ['unk', '?', 0],
    ])
    expect(view.cover.words).toBe('4.5 of 6')
    expect(view.cover.path.match(/M/g)).toHaveLength(5)
  })

  test('with a TVL of an earlier year than the snapshot says its year and day', () => {
    const shown = tableOf([
      { tvlUsd: 5, tvlDay: '2024-03-11' },
      { tvlUsd: 5, tvlDay: '2026-06-30' },
    ])
    expect(rowView(shown, 0).tvl).toMatchObject({ year: '(2024)', title: 'TVL of 11 Mar 2024' })
    expect(rowView(shown, 1).tvl).toMatchObject({ year: '', title: undefined })
  })

  test('leads to the page of its category, where there is one', () => {
    table.rows.categorySlug.Lending = 'lending~'
    expect(rowView(table, 0).categoryHref).toBe('/category/lending~/')
    expect(rowView(table, 1).categoryHref).toBe('')
  })

  test('has no level and no bar where its score is an assumption', () => {
    const shown = tableOf([{ name: 'Tern', composite: 3 }])
    shown.rows.dimensions.oracleRisk[0] = 61
    shown.rows.assumed['0'] = ['oracle']
    const { kind, level, text, label, length } = rowView(shown, 0).dimensions[4] ?? {}
    expect([kind, level, text, label, length]).toEqual([
      'unk',
      0,
      '? 6.1',
      '6.1 not read: assumed',
      0,
    ])
  })

  test('that is not active says so in place of its score, and has no rank', () => {
    const [dead, other] = [
      { name: 'Tern', category: 'Lending', composite: 1, status: 'dead' },
      { name: 'Skua', category: 'Lending', composite: 2 },
    ] as const
    const shown = tableOf([dead, other])
    expect(rowView(shown, 0)).toMatchObject({
      composite: { level: 0, text: '', word: 'Dead' },
      rank: { text: '–', words: 'no rank' },
    })
    expect(rowView(shown, 1).rank.text).toBe('1/1')
  })

  test('whose TVL is of another day has no rank', () => {
    const [old, other] = [
      { name: 'Tern', category: 'Lending', composite: 1, tvlDay: '2024-03-11' },
      { name: 'Skua', category: 'Lending', composite: 2 },
    ] as const
    const shown = tableOf([old, other])
    expect(rowView(shown, 0).rank).toEqual({ text: '–', words: 'no rank' })
    expect(rowView(shown, 1).rank.text).toBe('1/1')
  })

  test('without a score says so and shows no zero', () => {
    expect(rowView(table, 1)).toMatchObject({
      href: '/protocol/~skua/',
      category: 'No category',
      composite: { level: 0, text: '', word: 'Insufficient Data' },
      spark: null,
      tvl: { text: 'Unknown', year: '' },
      rank: { text: '–', words: 'no rank' },
      cover: { path: '', words: 'Unknown' },
    })
  })
})

describe('a sparkline', () => {
  test('ends at the right edge with the last score, and riskier is higher', () => {
    const spark = sparklineOf([10, 20, 30])
    const [first, , last] = spark?.points.split(' ') ?? []
    expect([first, last]).toEqual(['57,17', '69,3'])
    expect(spark).toMatchObject({ x: 69, y: 3 })
  })

  test('needs two scores', () => {
    expect(sparklineOf([36])).toBeNull()
    expect(sparklineOf([])).toBeNull()
  })

  test('draws noise flat and stays inside its box', () => {
    expect(sparklineOf([36, 37])?.points).toBe('63,10.9 69,9.1')
    const places = sparklineOf([0, 100, 50, 3, 99, 100, 0, 0, 12, 80, 44, 7, 9])?.points.split(' ')
    expect(places).toHaveLength(12)
    for (const place of places ?? []) {
      const [x = -1, y = -1] = place.split(',').map(Number)
      expect(x >= 0 && x <= SPARK.width && y >= 0 && y <= SPARK.height).toBe(true)
    }
  })
})

test('a document that lacks a column, or has a shorter one, is no table', () => {
  const { rows } = tableOf([{ name: 'A' }, { name: 'B' }])
  expect(isScreenerRows(rows)).toBe(true)
  expect(isScreenerRows({ ...rows, category: [0] })).toBe(false)
  expect(isScreenerRows({ ...rows, dimensions: { ...rows.dimensions, oracleRisk: [1] } })).toBe(
    false,
  )
  expect(isScreenerRows({ ...rows, aliases: undefined })).toBe(false)
  for (const other of [null, [], 'x', 1, {}]) expect(isScreenerRows(other)).toBe(false)
})
