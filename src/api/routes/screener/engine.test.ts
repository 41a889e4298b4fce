import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProtocolSummary, protocolSummary } from '../../../contract/protocol-summary.ts'
import {
  DIRECTIONS,
  type Direction,
  LEVEL_CHOICES,
  LIST_SORTS,
  type ListRequest,
  type ListSort,
  SCREENER_SORTS,
  type ScreenerRequest,
  THRESHOLDS,
} from '../../../contract/query.ts'
import { type ScreenerRow, screenerRow } from '../../../contract/responses.ts'
import { DIMENSIONS } from '../../../domain/dimension.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import { STATUSES } from '../../../domain/status.ts'
import { aRow, chainTvlOf, generateRows, indexOf } from '../../../testing/api/generated-rows.ts'
import { runs } from '../../../testing/runs.ts'
import { createEngine } from './engine.ts'

const EVERYTHING = { page: 1, perPage: 20, chains: [], categories: [] }
const LIST: ListRequest = {
  ...EVERYTHING,
  minScore: null,
  sort: 'compositeScore',
  direction: 'desc',
}
const SCREEN: ScreenerRequest = {
  ...EVERYTHING,
  text: '',
  levels: [],
  statuses: [],
  minTvlUsd: null,
  maxTvlUsd: null,
  maxima: {},
  sort: 'compositeScore',
  direction: 'desc',
}

describe('lists', () => {
  const rows = [
    aRow('a', { compositeScore: 3, tvlUsd: 5 }),
    aRow('b', { compositeScore: null, tvlUsd: 9 }),
    aRow('c', { compositeScore: 7, tvlUsd: null }),
    aRow('d', { compositeScore: 3, tvlUsd: 8 }),
    aRow('e', { compositeScore: 3, tvlUsd: 5 }),
    aRow('f', { compositeScore: null, tvlUsd: null }),
    aRow('g', { compositeScore: 3, tvlUsd: null }),
  ]

  test.each([
    ['compositeScore', 'asc', ['d', 'a', 'e', 'g', 'c', 'b', 'f']],
    ['compositeScore', 'desc', ['c', 'd', 'a', 'e', 'g', 'b', 'f']],
    ['tvl', 'asc', ['a', 'e', 'd', 'b', 'c', 'f', 'g']],
    ['tvl', 'desc', ['b', 'd', 'a', 'e', 'c', 'f', 'g']],
  ] as const)('by %s %s: nulls last, then TVL falling, then id', (sort, direction, expected) => {
    expect(orderOf(rows, sort, direction)).toEqual(expected)
    expect(orderOf(rows.toReversed(), sort, direction)).toEqual(expected)
  })

  test('by name looks past case, and orders by code unit', () => {
    const named = [
      aRow('1', { name: 'beta' }),
      aRow('2', { name: 'Alpha' }),
      aRow('3', { name: 'Zoo' }),
      aRow('4', { name: 'ALPHA', tvlUsd: 2e6 }),
      aRow('5', { name: 'Éclair' }),
      aRow('6', { name: '1inch' }),
    ]
    expect(orderOf(named, 'name', 'asc')).toEqual(['6', '4', '2', '1', '3', '5'])
    expect(orderOf(named, 'name', 'desc')).toEqual(['5', '3', '1', '4', '2', '6'])
  })

  test('a filtered list holds what a plain filter over the sorted list holds', () => {
    fc.assert(
      fc.property(someRows(60), someListQuery(), (rows, query) => {
        const { minScore } = query
        const matching = rows
          .map(summaryOf)
          .sort(compareBy(query.sort, query.direction))
          .filter(
            (row) =>
              minScore === null || (row.compositeScore !== null && row.compositeScore >= minScore),
          )
          .filter((row) => hasName(query, row))
          .map((row) => withChainTvl(row, query, rows))
        if (query.sort === 'tvl' && query.chains.length > 0) matching.sort(byChainTvl(query))
        expectPage(createEngine(indexOf(rows)).list(query), matching, query)
      }),
      runs(500),
    )
  })
})

describe('the screener', () => {
  test('a query finds what a plain filter and sort over the rows finds', () => {
    fc.assert(
      fc.property(someRows(60), someScreenerQuery(), (rows, query) => {
        const matching = rows
          .filter((row) =>
            Object.values(THRESHOLDS).every((column) => {
              const maximum = query.maxima[column]
              const value = row[column]
              return maximum === undefined || (value !== null && value <= maximum)
            }),
          )
          .map((row) => withChainTvl(row, query, rows))
          .filter((row) => hasName(query, row) && isWithin(query, row))
          .sort((a, b) => compareRows(a, b, query))
        expectPage(createEngine(indexOf(rows)).screen(query), matching, query)
      }),
      runs(3_000),
    )
  })

  test('names match without regard to case, in whole, and any of a list will do', () => {
    const rows = [
      aRow('both', { chains: ['Base', 'OP Mainnet'], category: 'Lending' }),
      aRow('twin', { chains: ['base'], category: 'lending' }),
      aRow('other', { chains: ['Basement'], category: null }),
    ]
    const engine = createEngine(indexOf(rows))
    const ids = (filter: Partial<ScreenerRequest>) =>
      engine.screen({ ...SCREEN, ...filter }).rows.map(({ id }) => id)
    expect(ids({ chains: ['base'] })).toEqual(['both', 'twin'])
    expect(ids({ chains: ['op mainnet', 'basement'] })).toEqual(['both', 'other'])
    expect(ids({ chains: ['bas'] })).toEqual([])
    expect(ids({ chains: ['nowhere', 'base'], categories: ['lending'] })).toEqual(['both', 'twin'])
    expect(ids({ chains: ['basement'], categories: ['lending'] })).toEqual([])
    expect(ids({ categories: ['constructor'] })).toEqual([])
  })

  test('an alias has the rows of every name that it means', () => {
    const rows = [
      aRow('a', { chains: ['BNB Chain'], category: 'Dexes' }),
      aRow('b', { chains: ['Base'], category: 'Dexs' }),
    ]
    const aliases = { categories: { dex: [0, 1], dexes: [0, 1] }, chains: { bsc: [0] } }
    const engine = createEngine({ ...indexOf(rows), aliases })
    const ids = (filter: Partial<ScreenerRequest>) =>
      engine.screen({ ...SCREEN, ...filter }).rows.map(({ id }) => id)
    expect(ids({ chains: ['bsc'] })).toEqual(['a'])
    expect(ids({ categories: ['dex'] })).toEqual(['a', 'b'])
    expect(ids({ categories: ['dexes'] })).toEqual(['a', 'b'])
    expect(ids({ categories: ['dex'], chains: ['base', 'bsc'] })).toEqual(['a', 'b'])
  })

  test('rows satisfy the published schema, keys in its order', () => {
    const { rows } = createEngine(indexOf(generateRows(300, 1))).screen({ ...SCREEN, perPage: 100 })
    expect(rows).toHaveLength(100)
    for (const row of rows) {
      expect(screenerRow.safeParse(row).error).toBeUndefined()
      const keys = Object.keys(screenerRow.shape).filter(
        (key) => key !== 'chainTvlUsd' && key !== 'assetShare',
      )
      expect(Object.keys(row)).toEqual(keys)
    }
  })

  test('an asset keeps the rows that have it, with its share, and counts those of which it is not known', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const index = indexOf(ids.map((id) => aRow(id, { chains: [id < 'd' ? 'Base' : 'Linea'] })))
    Object.assign(index, { assets: ['ETH', 'USDC'] })
    Object.assign(index.columns, {
      assets: [[0, 1], [1], [], [0], [0], []],
      assetShares: [[0.25, 0.5], [null], [], [1], [0.5], []],
      assetsUnknown: [0.25, null, 1, 0, 0.5, 1],
    })
    const aliases = { categories: {}, chains: {}, assets: { weth: [0] } }
    const engine = createEngine({ ...index, aliases })
    const ask = (assets: string[], given: Partial<ScreenerRequest> = {}) => {
      const { rows, total, ...notes } = engine.screen({ ...SCREEN, ...given, assets })
      return { total, shares: rows.map((row) => [row.id, row.assetShare]), notes: notes.assets }
    }
    expect(ask(['usdc', 'nope', 'nope'])).toEqual({
      ...{
        total: 2,
        shares: [
          ['a', 0.5],
          ['b', null],
        ],
      },
      notes: { notKnown: 2, partlyKnown: 1, unknownNames: ['nope'] },
    })
    expect(ask(['weth', 'usdc'], { chains: ['base'] })).toEqual({
      ...{
        total: 2,
        shares: [
          ['a', 0.75],
          ['b', null],
        ],
      },
      notes: { notKnown: 1, partlyKnown: 0, unknownNames: [] },
    })
    expect(ask(['eth'], { perPage: 1, page: 2 })).toMatchObject({ total: 3, shares: [['d', 1]] })
    expect(engine.screen(SCREEN).rows[0]).not.toHaveProperty('assetShare')
    // An index of an earlier build knows nothing of any row.
    expect(createEngine(indexOf([aRow('a')])).screen({ ...SCREEN, assets: ['eth'] })).toEqual({
      ...{ rows: [], total: 0 },
      assets: { notKnown: 1, partlyKnown: 0, unknownNames: ['eth'] },
    })
  })

  test('asking does not change what is asked of: the same query gives the same rows again', () => {
    const engine = createEngine(indexOf(generateRows(200, 2)))
    const ask = () =>
      JSON.stringify(SCREENER_SORTS.map((sort) => engine.screen({ ...SCREEN, sort })))
    const first = ask()
    engine.list({ ...LIST, sort: 'name', direction: 'asc' })
    expect(ask()).toBe(first)
  })

  test('with a chain, TVL is that on the chain: in the filters, the order and the rows', () => {
    const rows = [
      aRow('whole', { chains: ['Base'], tvlUsd: 30 }),
      aRow('large', { chains: ['Base', 'Ethereum', 'Linea'], tvlUsd: 1_000 }),
      aRow('unknown', { chains: ['Ethereum', 'Base'], tvlUsd: 1_000 }),
    ]
    const index = indexOf(rows)
    // By id: large, unknown, whole.
    index.columns.chainTvlUsd = [[5, 990, 2.5], [1_000, null], []]
    const engine = createEngine({ ...index, aliases: { categories: {}, chains: { b: [0] } } })
    const ask = (given: Partial<ScreenerRequest>) =>
      engine
        .screen({ ...SCREEN, sort: 'tvl', ...given })
        .rows.map(({ id, chainTvlUsd }) => [id, chainTvlUsd])
    const all = [
      ['whole', 30],
      ['large', 5],
      ['unknown', null],
    ]
    expect(ask({ chains: ['base'] })).toEqual(all)
    expect(ask({ chains: ['b'] })).toEqual(all)
    expect(ask({ chains: ['base'], minTvlUsd: 6 })).toEqual([['whole', 30]])
    expect(ask({ chains: ['base'], maxTvlUsd: 6 })).toEqual([['large', 5]])
    expect(ask({ chains: ['linea', 'base'], direction: 'asc' })[0]).toEqual(['large', 7.5])
    expect(ask({ minTvlUsd: 900 })).toEqual([
      ['large', undefined],
      ['unknown', undefined],
    ])
  })

  test('an index of an earlier build knows no TVL by chain', () => {
    const index = indexOf([aRow('whole', { chains: ['Base'], tvlUsd: 30 })])
    delete index.columns.chainTvlUsd
    const query = { ...SCREEN, chains: ['base'] }
    expect(createEngine(index).screen(query).rows[0]).toMatchObject({ chainTvlUsd: null })
  })
})

function orderOf(rows: ScreenerRow[], sort: ListSort, direction: Direction): string[] {
  return createEngine(indexOf(rows))
    .list({ ...LIST, sort, direction })
    .rows.map(({ id }) => id)
}

function expectPage(
  page: { rows: unknown[]; total: number },
  matching: unknown[],
  { page: number, perPage }: { page: number; perPage: number },
): void {
  expect(page.total).toBe(matching.length)
  const start = (number - 1) * perPage
  expect(JSON.stringify(page.rows)).toBe(JSON.stringify(matching.slice(start, start + perPage)))
}

/** The order of the design, written down once more: published value, nulls last in both directions, then TVL falling, then id. */
function compareBy(
  sort: ListSort,
  direction: Direction,
): (a: ProtocolSummary, b: ProtocolSummary) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const first =
      sort === 'name'
        ? sign * compareText(a.name.toLowerCase(), b.name.toLowerCase())
        : compareNumbers(sortValue(a, sort), sortValue(b, sort), sign)
    return first || compareNumbers(a.tvlUsd, b.tvlUsd, -1) || compareText(a.id, b.id)
  }
}

function sortValue(row: ProtocolSummary, sort: 'compositeScore' | 'tvl'): number | null {
  return sort === 'tvl' ? row.tvlUsd : row.compositeScore
}

function compareNumbers(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}

/** By code unit, so that the order is the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The order of the design, written down once more without looking at the engine. */
function compareRows(a: ScreenerRow, b: ScreenerRow, query: ScreenerRequest): number {
  const value = (row: ScreenerRow) => (query.sort === 'tvl' ? tvlAsked(row) : row[query.sort])
  const worst = query.direction === 'asc' ? 1e99 : -1e99
  const first = (value(a) ?? worst) - (value(b) ?? worst)
  const tvl = (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1)
  return (query.direction === 'asc' ? first : -first) || tvl || (a.id < b.id ? -1 : 1)
}

/** The row with the TVL on the chains of the query, as another sum of the same amounts. */
function withChainTvl<T extends { id: string }>(
  row: T,
  { chains }: { chains: string[] },
  rows: readonly ScreenerRow[],
): T & { chainTvlUsd?: number | null } {
  const whole = rows.find(({ id }) => id === row.id)
  if (chains.length === 0 || !whole) return row
  const known = chainTvlOf(whole).filter(
    (usd, at) => usd !== null && chains.includes(whole.chains[at]?.toLowerCase() ?? ''),
  )
  const cents = known.map((usd) => Math.round((usd ?? 0) * 100))
  return {
    ...row,
    chainTvlUsd: cents.length === 0 ? null : cents.reduce((sum, one) => sum + one, 0) / 100,
  }
}

/** What a filter and a sort by TVL look at. */
function tvlAsked({ tvlUsd, chainTvlUsd = tvlUsd }: Partial<ScreenerRow>): number | null {
  return chainTvlUsd ?? null
}

/** Falling or rising, nulls last; equal ones by all TVL, then by id. */
function byChainTvl({ direction }: ListRequest) {
  const worst = direction === 'asc' ? 1e99 : -1e99
  return (a: Partial<ScreenerRow>, b: Partial<ScreenerRow>): number => {
    const first = (tvlAsked(a) ?? worst) - (tvlAsked(b) ?? worst)
    const all = (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1)
    return (direction === 'asc' ? first : -first) || all || ((a.id ?? '') < (b.id ?? '') ? -1 : 1)
  }
}

function isWithin(
  { text, levels, statuses, minTvlUsd, maxTvlUsd }: ScreenerRequest,
  row: ScreenerRow,
): boolean {
  const { name, id, riskLevel: level } = row
  const tvlUsd = tvlAsked(row)
  const plain = (each: string) => each.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (
    (text === '' || [name, id].some((each) => plain(each).includes(plain(text)))) &&
    (statuses.length === 0 || statuses.includes(row.status)) &&
    (levels.length === 0 || levels.includes(level ?? 'none')) &&
    (minTvlUsd === null || (tvlUsd !== null && tvlUsd >= minTvlUsd)) &&
    (maxTvlUsd === null || (tvlUsd !== null && tvlUsd <= maxTvlUsd))
  )
}

function hasName(
  { chains, categories }: { chains: string[]; categories: string[] },
  row: { chains: string[]; category: string | null },
): boolean {
  return (
    (chains.length === 0 || row.chains.some((chain) => chains.includes(chain.toLowerCase()))) &&
    (categories.length === 0 || categories.includes(row.category?.toLowerCase() ?? ''))
  )
}

const summary = protocolSummary.strip()

function summaryOf(row: ScreenerRow): ProtocolSummary {
  return summary.parse(row)
}

const CHAINS = ['Ethereum', 'Base', 'base', 'OP Mainnet', 'Ünï', '链', 'Empty']
const CATEGORIES = ['Lending', 'lending', 'Dexs', 'CDP']

/** Few different values, so that ties are the rule. */
function someRows(most: number): fc.Arbitrary<ScreenerRow[]> {
  const score = fc.constantFrom(null, 0, 0.1, 1.5, 1.6, 3, 3.1, 5, 10)
  const row = fc.record({
    id: fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }),
    name: fc.constantFrom('aave', 'Aave', 'AAVE', 'Über', 'über', '', '1inch', '🦄', '\u{ff5e}'),
    category: fc.constantFrom(null, ...CATEGORIES),
    chains: fc.uniqueArray(fc.constantFrom(...CHAINS.slice(0, -1)), { maxLength: 4 }),
    url: fc.constantFrom(null, 'https://example.com'),
    coverageScore: fc.constantFrom(null, 0, 6),
    assumedDimensions: fc.subarray([...DIMENSIONS]),
    compositeScore: score,
    status: fc.constantFrom(...STATUSES),
    tvlUsd: fc.constantFrom(null, 0, 0.01, 1, 1e12),
    tvlAsOf: fc.constantFrom(null, '2024-03-11'),
    scoreHistory: fc.array(fc.constantFrom(0, 2.5), { maxLength: 12 }),
    creditRisk: score,
    counterpartyRisk: score,
    liquidityRisk: score,
    oracleRisk: score,
    smartContractRisk: score,
    liquidityTrapRisk: score,
  })
  return fc
    .uniqueArray(row, { maxLength: most, selector: ({ id }) => id, size: 'max' })
    .map((rows) =>
      rows.map((given) => {
        const { compositeScore: score } = given
        const riskLevelOf = score === null ? null : riskLevel(score)
        return aRow(given.id, { ...given, riskLevel: riskLevelOf })
      }),
    )
}

const somePage = {
  page: fc.integer({ min: 1, max: 5 }),
  perPage: fc.integer({ min: 1, max: 100 }),
  chains: someNames(CHAINS),
  categories: someNames(CATEGORIES),
  direction: fc.constantFrom(...DIRECTIONS),
}

function someNames(names: string[]): fc.Arbitrary<string[]> {
  const lower = fc.constantFrom(...names.map((name) => name.toLowerCase()), 'unknown')
  return fc.oneof(fc.constant<string[]>([]), fc.array(lower, { minLength: 1, maxLength: 3 }))
}

function someListQuery(): fc.Arbitrary<ListRequest> {
  return fc.record({
    ...somePage,
    minScore: fc.constantFrom(null, 0, 1.5, 1.55, 10),
    sort: fc.constantFrom(...LIST_SORTS),
  })
}

function someScreenerQuery(): fc.Arbitrary<ScreenerRequest> {
  const maximum = fc.constantFrom(0, 1.5, 1.55, 3, 10)
  return fc.record({
    ...somePage,
    text: fc.constantFrom('', 'a', 'uber', '1'),
    levels: fc.subarray([...LEVEL_CHOICES]),
    statuses: fc.subarray([...STATUSES]),
    minTvlUsd: fc.constantFrom(null, null, 0, 1),
    maxTvlUsd: fc.constantFrom(null, null, 0, 1),
    maxima: fc.record(
      {
        compositeScore: maximum,
        creditRisk: maximum,
        counterpartyRisk: maximum,
        liquidityRisk: maximum,
        oracleRisk: maximum,
        smartContractRisk: maximum,
        liquidityTrapRisk: maximum,
      },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...SCREENER_SORTS),
  })
}
