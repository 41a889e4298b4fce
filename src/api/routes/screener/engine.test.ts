import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import {
  type ListDocument,
  listDocument,
  protocolSummary,
} from '../../../contract/protocol-summary.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  LIST_SORTS,
  type ListRequest,
  SCREENER_SORTS,
  type ScreenerRequest,
  THRESHOLDS,
} from '../../../contract/query.ts'
import { type ScreenerRow, screenerRow } from '../../../contract/responses.ts'
import { DIMENSIONS } from '../../../domain/dimension.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import { STATUSES } from '../../../domain/status.ts'
import { createDocuments } from '../../../export/documents.ts'
import { listBlocks } from '../../../export/protocol-list.ts'
import { sandboxCatalogue } from '../../../publish/sandbox.ts'
import { aRow, chainTvlOf, generateRows, indexOf } from '../../../testing/api/generated-rows.ts'
import { createEngine, type Engine } from './engine.ts'
import { isScreenerIndex } from './screener-index.ts'

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
  test('an unfiltered list is, byte for byte, the same slice of the prerendered blocks', () => {
    fc.assert(
      fc.property(someRows(130), someListQuery(), (rows, query) => {
        const unfiltered = { ...query, minScore: null, chains: [], categories: [] }
        const blocks = listBlocks(rows.map(summaryOf), 'now').map(
          ({ sort, direction, document }) => ({
            name: `${sort}-${direction}`,
            document,
          }),
        )
        expectSlice(createEngine(indexOf(rows)), blocks, unfiltered)
      }),
      { numRuns: 50 },
    )
  })

  test('every page of the published sandbox lists comes out of its index byte for byte', async () => {
    const dir = path.resolve(import.meta.dirname, '../../../../data/sandbox')
    const catalogue = await sandboxCatalogue(dir, readConfig().upstreams)
    const bodies = new Map([...createDocuments(catalogue)].map(({ path, body }) => [path, body]))
    const index: unknown = JSON.parse(bodies.get('screener.json') ?? '')
    if (!isScreenerIndex(index)) throw new Error('the export made an index that is not whole')
    const engine = createEngine(index)
    const blocks = [...bodies].flatMap(([path, body]) => {
      const [, name] = /^lists\/(.+)\/\d+\.json$/.exec(path) ?? []
      return name === undefined ? [] : [{ name, document: listDocument.parse(JSON.parse(body)) }]
    })

    expect(index.count).toBeGreaterThan(20)
    for (const sort of LIST_SORTS) {
      for (const direction of DIRECTIONS) {
        for (const perPage of [7, 20, 100]) {
          for (let page = 1; page <= Math.ceil(index.count / perPage) + 1; page += 1) {
            expectSlice(engine, blocks, { ...LIST, sort, direction, page, perPage })
          }
        }
      }
    }
  })

  test('a filtered list holds what a plain filter over the sorted list holds', () => {
    fc.assert(
      fc.property(someRows(60), someListQuery(), (rows, query) => {
        const { minScore } = query
        const matching = listBlocks(rows.map(summaryOf), 'now')
          .filter(({ sort, direction }) => sort === query.sort && direction === query.direction)
          .flatMap(({ document }) => document.data)
          .filter(
            (row) =>
              minScore === null || (row.compositeScore !== null && row.compositeScore >= minScore),
          )
          .filter((row) => hasName(query, row))
          .map((row) => withChainTvl(row, query, rows))
        if (query.sort === 'tvl' && query.chains.length > 0) matching.sort(byChainTvl(query))
        expectPage(createEngine(indexOf(rows)).list(query), matching, query)
      }),
      { numRuns: 500 },
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
      { numRuns: 1_000 },
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

function expectSlice(
  engine: Engine,
  blocks: { name: string; document: ListDocument }[],
  query: ListRequest,
): void {
  const rows = blocks
    .filter(({ name }) => name === `${query.sort}-${query.direction}`)
    .flatMap(({ document }) => document.data)
  expectPage(engine.list(query), rows, query)
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

function summaryOf(row: ScreenerRow): ListDocument['data'][number] {
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
