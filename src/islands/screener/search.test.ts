import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseScreenerQuery } from '../../contract/query.ts'
import { runs } from '../../testing/runs.ts'
import { someState } from './fixtures/state.ts'
import { apiQueryOf, searchOf } from './search.ts'
import { ignoredIn, parseState, START } from './state.ts'

const read = (search: string) => parseState(new URLSearchParams(search))

describe('the address', () => {
  test('gives back every state that it was made of', () => {
    fc.assert(
      fc.property(someState, (state) => {
        expect(read(searchOf(state))).toEqual(state)
      }),
      runs(2_000),
    )
  })

  test('of a state that was read from an address is the same from then on', () => {
    const part = fc.tuple(
      fc.constantFrom(
        'chain',
        'category',
        'level',
        'q',
        'sort',
        'order',
        'minTvl',
        'maxOracleRisk',
        'x',
      ),
      fc.oneof(
        fc.string(),
        fc.constantFrom('Base,Ethereum', 'low,none', 'tvl', 'asc', '2.5', '1000000', '', '10'),
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const once = searchOf(read(new URLSearchParams(parts).toString()))
        expect(searchOf(read(once))).toBe(once)
      }),
      runs(2_000),
    )
  })

  test('is empty at the start, and short and readable for a filter', () => {
    expect(searchOf(START)).toBe('')
    const state = read('?chain=ethereum&chain=Base&category=Liquid%20Staking&maxOracleRisk=2.5')
    const spell = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    expect(searchOf(state, spell)).toBe(
      '?chain=Base,Ethereum&category=Liquid%20Staking&maxOracleRisk=2.5',
    )
  })

  test.each([
    ['?maxOracleRisk=11&maxCreditRisk=3', { maxima: { creditRisk: 3 } }],
    ['?maxOracleRisk=1&maxOracleRisk=2', { maxima: {} }],
    ['?chain=,,&category=dexes', { chains: [], categories: ['dexes'] }],
    ['?sort=compositeScore', { sort: 'compositeScore', direction: 'desc' }],
    ['?sort=nothing&order=up', { sort: 'tvl', direction: 'desc' }],
    ['?level=high,none,low,what', { levels: ['low', 'high', 'none'] }],
    ['?level=high&level=low', { levels: ['low', 'high'] }],
    ['?minTvl=5&minTvl=6&q=a&q=b&sort=name&sort=tvl', START],
    ['?level=very-low,low,moderate,elevated,high,none', { levels: [] }],
    ['?minTvl=1e6&maxTvl=-5', { minTvlUsd: null, maxTvlUsd: null }],
    ['?q=%20aave%20', { text: 'aave' }],
    ['?page=7&per_page=3&hello=1', START],
  ])('%s is read for what is valid in it', (search, expected) => {
    expect(read(search)).toMatchObject(expected)
  })
})

describe('the query of the API', () => {
  test('is always one that the API accepts in full, without a character that a shell reads', () => {
    fc.assert(
      fc.property(someState, (state) => {
        const { search } = apiQueryOf(state)
        expect(search).toMatch(/^\?[\w.,%~&=-]+$/)
        expect(parseScreenerQuery(new URLSearchParams(search))).toMatchObject({
          ok: true,
          ignored: [],
        })
      }),
      runs(2_000),
    )
  })

  test('hides every sign that ends a text for a shell', () => {
    const { search } = apiQueryOf({ ...START, categories: [`o'x"!$(id)\`*;&|\\`] })
    expect(search).toContain('category=o%27x%22%21%24%28id%29%60%2A%3B%26%7C%5C&')
  })

  test('has every filter of the page, and says when the order is another one', () => {
    const state = {
      ...START,
      text: 'aa ve',
      levels: ['low' as const, 'none' as const],
      minTvlUsd: 1,
    }
    expect(apiQueryOf({ ...state, sort: 'name' })).toEqual({
      search: '?q=aa%20ve&level=low,none&minTvl=1&status=active&per_page=100',
      order: 'own',
    })
    expect(apiQueryOf({ ...state, maxTvlUsd: 5 })).toEqual({
      search:
        '?q=aa%20ve&level=low,none&minTvl=1&maxTvl=5&status=active&sort=tvl&order=desc&per_page=100',
      order: 'same',
    })
    const byRisk = { ...state, levels: [], sort: 'oracleRisk' as const }
    expect(apiQueryOf(byRisk).order).toBe('inactive-among')
  })
})

describe('what an address has that cannot be read', () => {
  const ignored = (search: string) => ignoredIn(new URLSearchParams(search))

  test.each([
    ['?level=purple', ['level']],
    ['?level=low,purple', ['level']],
    ['?minTvl=5e8&maxTvl=-1', ['maxTvl', 'minTvl']],
    ['?maxCompositeScore=abc', ['maxCompositeScore']],
    ['?maxCompositeScore=4&maxCompositeScore=5', ['maxCompositeScore']],
    ['?sort=size&order=up', ['order', 'sort']],
    ['?status=dead&asset=usdc', ['asset', 'status']],
    ['?level=low&level=purple', ['level']],
    ['?minTvl=5&minTvl=6&q=a&q=b', ['minTvl', 'q']],
  ])('%s has %j', (search, names) => {
    expect(ignored(search)).toEqual(names)
  })

  test.each([
    '',
    '?level=&minTvl=',
    '?level=low&level=high',
    '?level=low&minTvl=5&chain=base&sort=name&order=asc',
    '?utm=x',
  ])('%s has nothing', (search) => {
    expect(ignored(search)).toEqual([])
  })
})
