import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATUSES } from '../domain/status.ts'
import { listSearch, screenerSearch, searchQuerySearch } from './canonical-query.ts'
import type { ParsedQuery } from './parameter-reader.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  LIST_SORTS,
  type ListRequest,
  MAX_PAGE,
  MAX_USD,
  parseListQuery,
  parseScreenerQuery,
  parseSearchQuery,
  SCREENER_SORTS,
  type ScreenerRequest,
  THRESHOLDS,
} from './query.ts'
import { plainText } from './search-text.ts'

const list = (search: string) => understood(parseListQuery(new URLSearchParams(search)))
const screener = (search: string) => understood(parseScreenerQuery(new URLSearchParams(search)))

describe(listSearch, () => {
  test('names every parameter in one order, the defaults too, and no filter that is not there', () => {
    expect(listSearch(list(''))).toBe('page=1&per_page=20&sort_by=compositeScore&sort_dir=desc')
    const all = 'sort_dir=asc&min_credit_score=2.50&category=Dexs&chain=Base&sort_by=tvl&page=3'
    expect(listSearch(list(all))).toBe(
      'page=3&per_page=20&chain=base&category=dexs&min_credit_score=2.5&sort_by=tvl&sort_dir=asc',
    )
  })

  test('parses to the same query, for any query', () => {
    fc.assert(
      fc.property(listQueries(), (query) => {
        expect(list(listSearch(query))).toEqual(inOrder(query))
      }),
    )
  })
})

describe(searchQuerySearch, () => {
  const find = (search: string) => understood(parseSearchQuery(new URLSearchParams(search)))

  test.each(['q=Aave+V3', 'limit=10&q=%20aave%20%20v3', 'q=%EF%BC%A1ave%09v3&junk=1'])(
    '%s is written like the others that mean the same',
    (search) => {
      expect(searchQuerySearch(find(search))).toBe('q=aave+v3&limit=10')
    },
  )

  test('parses to the same query, for any text', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (q, limit) => {
        fc.pre(q.length <= 100 && q.trim() !== '')
        const query = find(new URLSearchParams({ q, limit: String(limit) }).toString())
        expect(find(searchQuerySearch(query))).toEqual(query)
      }),
    )
  })
})

describe(screenerSearch, () => {
  test('names thresholds in one order', () => {
    expect(
      screenerSearch(screener('maxTotal=1&order=asc&maxOracleRisk=0&maxCreditRisk=10.0')),
    ).toBe('page=1&per_page=20&maxCreditRisk=10&maxOracleRisk=0&sort=compositeScore&order=asc')
  })

  test('parses to the same query, for any query', () => {
    fc.assert(
      fc.property(screenerQueries(), (query) => {
        expect(screener(screenerSearch(query))).toEqual(inOrder(query))
      }),
    )
  })

  test.each([
    ['maxOracleRisk=2.50', 'maxOracleRisk=2.5'],
    ['maxOracleRisk=-0', 'maxOracleRisk=0'],
    ['chain=Base,ethereum', 'chain=%20ETHEREUM,,base,Base'],
    ['category=Liquid+Staking', 'category=liquid%20staking&junk=1&set=sandbox'],
    ['page=1', 'per_page=20&sort=compositeScore&order=desc'],
  ])('%s and %s mean the same and are written alike', (one, other) => {
    expect(screenerSearch(screener(other))).toBe(screenerSearch(screener(one)))
  })

  test('different queries have different canonical forms', () => {
    const searches = ['', 'page=2', 'per_page=2', 'chain=a', 'chain=b', 'category=a', 'order=asc']
    const written = searches.map((search) => screenerSearch(screener(search)))
    expect(new Set(written).size).toBe(searches.length)
  })

  test('a threshold close to zero is written in plain decimals', () => {
    const search = screenerSearch(screener(`maxOracleRisk=0.${'0'.repeat(9)}125`))
    expect(search).toContain(`maxOracleRisk=0.${'0'.repeat(9)}125&`)
  })
})

function understood<T>(parsed: ParsedQuery<T>): T {
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.details)}`)
  return parsed.value
}

/** Names are a set: their order says nothing. */
function inOrder<T extends { chains: string[]; categories: string[] }>(query: T): T {
  const { chains, categories } = query
  return { ...query, chains: chains.toSorted(), categories: categories.toSorted() }
}

function pages() {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .map((text) => text.replaceAll(',', '').trim().toLowerCase())
    .filter((text) => text !== '' && text === text.trim().toLowerCase() && text.isWellFormed())
  const names = fc.uniqueArray(name, { maxLength: 4 })
  return {
    page: fc.integer({ min: 1, max: MAX_PAGE }),
    perPage: fc.integer({ min: 1, max: 100 }),
    chains: names,
    categories: names,
    direction: fc.constantFrom(...DIRECTIONS),
  }
}

/** Any number from 0 to 10, also the smallest there are. */
function scores() {
  return fc.double({ min: 0, max: 10, noNaN: true }).map(Math.abs)
}

function listQueries(): fc.Arbitrary<ListRequest> {
  return fc.record({
    ...pages(),
    minScore: fc.option(scores()),
    sort: fc.constantFrom(...LIST_SORTS),
  })
}

function screenerQueries(): fc.Arbitrary<ScreenerRequest> {
  const columns = fc.uniqueArray(fc.constantFrom(...Object.values(THRESHOLDS)))
  const maxima = columns.chain((names) =>
    fc
      .array(scores(), { minLength: names.length, maxLength: names.length })
      .map((values) => Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0]))),
  )
  const usd = fc.option(fc.double({ min: 0, max: MAX_USD, noNaN: true }).map(Math.abs))
  return fc.record({
    ...pages(),
    text: fc.string({ unit: 'grapheme', maxLength: 20 }).map(plainText),
    levels: fc.subarray([...LEVEL_CHOICES]).filter(({ length }) => length < LEVEL_CHOICES.length),
    statuses: fc.subarray([...STATUSES]).filter(({ length }) => length < STATUSES.length),
    minTvlUsd: usd,
    maxTvlUsd: usd,
    maxima,
    sort: fc.constantFrom(...SCREENER_SORTS),
  })
}
