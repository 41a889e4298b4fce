import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../api/routes/screener/engine.ts'
import { parseScreenerQuery, SCREENER_SORTS } from '../../contract/query.ts'
import type { ProtocolStatus } from '../../domain/status.ts'
import { screenerRows } from '../../site/screener-rows.ts'
import { runs } from '../../testing/runs.ts'
import { levelOptions } from './filter-options.ts'
import { someState } from './fixtures/state.ts'
import { generated, tableOf } from './fixtures/table.ts'
import { bestLift, filtersOf } from './lift.ts'
import { spellerOf, withoutAliases } from './names.ts'
import { apiQueryOf } from './search.ts'
import { createScreen } from './select.ts'
import { PAGE_SORTS, type ScreenState, type Sort, START } from './state.ts'
import { createTable } from './table.ts'

const { index, table } = generated(700, 7)
const engine = createEngine(index)
const screen = createScreen(table)

/** The ids that the API gives for a query, from all of its pages. */
function idsOfApi(search: string): string[] {
  const parsed = parseScreenerQuery(new URLSearchParams(search))
  if (!parsed.ok) throw new Error(search)
  return [1, 2, 3, 4, 5, 6, 7].flatMap((page) =>
    engine.screen({ ...parsed.value, page }).rows.map(({ id }) => id),
  )
}

/** What a column is sorted by, read off the rows without the code under test; null: no value. */
function valuesOf(sort: Sort): (row: number) => number | string | null {
  const { rows } = table
  const tenths = (values: readonly number[]) => (row: number) => {
    const value = values[row] ?? -1
    return value < 0 ? null : value
  }
  if (sort === 'name') return (row) => (rows.name[row] ?? '').toLowerCase()
  if (sort === 'category') return (row) => rows.categories[rows.category[row] ?? -1] ?? null
  if (sort === 'tvl') return (row) => rows.tvlUsd[row] ?? null
  if (sort === 'rank') return (row) => table.ranks.position[row] || null
  if (sort === 'coverage') return tenths(rows.coverage)
  if (sort !== 'trend') {
    const risk = tenths(sort === 'compositeScore' ? rows.composite : rows.dimensions[sort])
    return (row) => (rows.inactive[row] ? null : risk(row))
  }
  return (row) => {
    const [first = 0, ...others] = rows.history[row] ?? []
    return others.length === 0 ? null : (others.at(-1) ?? 0) - first
  }
}

function compare(a: number | string = 0, b: number | string = 0): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const idsOf = (state: ScreenState) => [...screen.select(state)].map((row) => table.ids[row])

describe('the same rows as the API', () => {
  test('in the same order, for every filter and every order that both have', () => {
    const shared = someState.map(
      (state): ScreenState => ({
        ...state,
        sort: SCREENER_SORTS.find((sort) => sort === state.sort) ?? 'tvl',
      }),
    )
    fc.assert(
      fc.property(shared, (state) => {
        const { search, order } = apiQueryOf(state, spellerOf(table.rows))
        expect(order).not.toBe('own')
        expect(idsOf(state)).toEqual(idsOfApi(search))
        expect(idsOf(withoutAliases(state, table.rows))).toEqual(idsOf(state))
      }),
      runs(1_500),
    )
  })

  test('in any other order', () => {
    fc.assert(
      fc.property(someState, fc.constantFrom(...PAGE_SORTS), (state, sort) => {
        const { search, order } = apiQueryOf({ ...state, sort })
        expect(order).toBe('own')
        expect(idsOf({ ...state, sort }).sort()).toEqual(idsOfApi(search).sort())
      }),
      runs(300),
    )
  })

  test.each<[string, Partial<ScreenState>]>([
    ['a text', { text: 'a' }],
    ['levels with a gap', { levels: ['very-low', 'moderate', 'none'] }],
    ['a range of TVL', { minTvlUsd: 1_000_000, maxTvlUsd: 1_000_000_000 }],
  ])('for %s, which leaves out some and not all', (_, change) => {
    const state = { ...START, ...change }
    expect(idsOf(state)).toEqual(idsOfApi(apiQueryOf(state).search))
    expect(idsOf(state).length).toBeGreaterThan(0)
    expect(idsOf(state).length).toBeLessThan(table.count)
  })
})

test('no level has a protocol that is not active, on the page and in its query of the API', () => {
  const status = index.columns.id.map(
    (_, row): ProtocolStatus => (row % 3 === 0 ? 'drained' : 'active'),
  )
  const ended = { ...index, columns: { ...index.columns, status } }
  const { search } = apiQueryOf({ ...START, levels: ['low', 'none'] })
  const query = parseScreenerQuery(new URLSearchParams(search))
  if (!query.ok) return expect.fail(search)
  const page = createTable(screenerRows(ended, new Map()))
  const rows = createScreen(page).select({ ...START, levels: ['low', 'none'] })
  expect(createEngine(ended).screen(query.value).total).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(0)
  expect([...rows].filter((row) => page.rows.inactive[row])).toEqual([])
  const counted = levelOptions(page).reduce((sum, option) => sum + option.count, 0)
  expect(counted).toBe(status.filter((one) => one === 'active').length)
})

describe('the filters of the page alone', () => {
  const small = tableOf([
    { name: 'Ćurve', composite: 3.1, tvlUsd: 5e6 },
    { name: 'Aave V3', composite: 1.5, tvlUsd: 1e9 },
    { name: 'Skua' },
    { name: 'AAVE V2', composite: 6.1, tvlUsd: 1e6 },
  ])
  const names = (change: Partial<ScreenState>) =>
    [...createScreen(small).select({ ...START, ...change })].map((row) => small.rows.name[row])

  test.each<[string, Partial<ScreenState>, string[]]>([
    ['a name without regard to case', { text: 'aave' }, ['Aave V3', 'AAVE V2']],
    ['a name without its marks', { text: 'curve' }, ['Ćurve']],
    ['part of an id', { text: 'e-v3' }, ['Aave V3']],
    ['a level', { levels: ['very-low', 'high'] }, ['Aave V3', 'AAVE V2']],
    ['no score', { levels: ['none'] }, ['Skua']],
    ['at least so much; unknown is left out', { minTvlUsd: 5e6 }, ['Aave V3', 'Ćurve']],
    ['at most so much; unknown is left out', { maxTvlUsd: 5e6 }, ['Ćurve', 'AAVE V2']],
    ['all of it', { text: 'a', levels: ['high'], maxTvlUsd: 2e6 }, ['AAVE V2']],
  ])('%s', (_, change, expected) => {
    expect(names(change)).toEqual(expected)
  })

  test.each([...SCREENER_SORTS, ...PAGE_SORTS])(
    'sorted by %s, every row is there once and rows without a value are last, both ways',
    (sort) => {
      const value = valuesOf(sort)
      for (const [direction, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const rows = [...screen.select({ ...START, sort, direction })]
        expect(rows.toSorted((a, b) => a - b)).toEqual([...table.ids.keys()])
        const isKnown = rows.map((row) => value(row) !== null)
        expect(isKnown).toEqual(isKnown.toSorted((a, b) => Number(b) - Number(a)))
        const known = rows.flatMap((row) => value(row) ?? [])
        const misplaced = known.filter(
          (each, at) => at > 0 && sign * compare(known[at - 1], each) > 0,
        )
        expect(misplaced).toEqual([])
      }
    },
  )
})

test('what is not active comes last by risk, both ways, and keeps its place by name', () => {
  const some = tableOf([
    { name: 'a', composite: 1, status: 'drained' },
    { name: 'b', composite: 3 },
    { name: 'c', composite: 2 },
  ])
  const names = (sort: Sort, direction: 'asc' | 'desc') =>
    [...createScreen(some).select({ ...START, sort, direction })].map((row) => some.rows.name[row])
  expect(names('compositeScore', 'asc')).toEqual(['c', 'b', 'a'])
  expect(names('compositeScore', 'desc')).toEqual(['b', 'c', 'a'])
  expect(names('name', 'asc')).toEqual(['a', 'b', 'c'])
})

test('a change of a filter sorts nothing and looks at each row once for each filter at most', () => {
  const large = createScreen(generated(5_000, 1).table)
  const state: ScreenState = {
    ...START,
    sort: 'oracleRisk',
    direction: 'asc',
    text: 'protocol',
    chains: ['chain 0', 'chain 1'],
    categories: ['category 0', 'category 1'],
    levels: ['low', 'moderate'],
    minTvlUsd: 1_000,
    maxTvlUsd: 1e9,
    maxima: { oracleRisk: 8, creditRisk: 9, smartContractRisk: 9, liquidityRisk: 9 },
  }
  large.select(state)
  const before = { ...large.work }
  for (let tenths = 0; tenths < 100; tenths += 1) {
    large.select({ ...state, maxima: { ...state.maxima, oracleRisk: tenths / 10 } })
  }
  expect(large.work.sorts).toBe(before.sorts)
  expect((large.work.rowsVisited - before.rowsVisited) / 100).toBeLessThanOrEqual(10 * 5_000)
  large.select({ ...START, sort: 'oracleRisk', direction: 'asc' })
  expect(large.work.sorts).toBe(1)
})

test('the filters of a state are in words, and each is lifted without the others', () => {
  const state: ScreenState = {
    ...START,
    text: 'a',
    chains: ['base', 'op'],
    levels: ['low'],
    minTvlUsd: 1e6,
    maxima: { oracleRisk: 6.25 },
  }
  const filters = filtersOf(state, (name) => name.toUpperCase())
  expect(filters.map(({ words }) => words)).toEqual([
    'Name: a',
    'Oracle: at most 6.25',
    'Level: Low',
    'Chain: BASE, OP',
    'TVL: at least $1.00m',
  ])
  for (const [at, { state: without }] of filters.entries()) {
    expect(filtersOf(without)).toHaveLength(filters.length - 1)
    expect(filtersOf(without).map(({ what }) => what)).not.toContain(filters[at]?.what)
  }
  expect(filtersOf(START)).toEqual([])
})

describe('what to lift when nothing passes', () => {
  const rows = tableOf([
    { name: 'A', category: 'Dexes', chains: ['Base'], composite: 2 },
    { name: 'B', category: 'Dexes', chains: ['Base'], composite: 3 },
    { name: 'C', category: 'Lending', chains: ['Celo'], composite: 9 },
  ])
  const lift = (change: Partial<ScreenState>) =>
    bestLift(createScreen(rows), { ...START, ...change })

  test('is the filter whose removal shows most', () => {
    expect(lift({ chains: ['celo'], categories: ['dexes'] })).toMatchObject({
      what: 'the chain',
      count: 2,
      state: { chains: [], categories: ['dexes'] },
    })
    expect(lift({ categories: ['lending'], maxima: { compositeScore: 5 } })).toMatchObject({
      what: 'the category',
      count: 2,
    })
    expect(lift({ text: 'c', maxima: { compositeScore: 5 } })).toMatchObject({ what: 'the name' })
    expect(lift({ text: 'c', chains: ['celo'], maxima: { compositeScore: 5 } })).toMatchObject({
      what: 'the limit of Composite',
      count: 1,
      state: { text: 'c', maxima: {} },
    })
  })

  test('is nothing when no single one helps', () => {
    expect(lift({ text: 'zzz', maxima: { oracleRisk: 1 } })).toBeNull()
    expect(lift({})).toBeNull()
  })
})
