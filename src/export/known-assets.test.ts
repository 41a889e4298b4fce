import { describe, expect, test } from 'vitest'
import type { Holding } from '../dependencies/holdings.ts'
import { readTables } from '../dependencies/tables.ts'
import type { Market } from '../domain/market.ts'
import { assetColumns, assetReader } from './known-assets.ts'

const reviewed = { issuer: 'someone', source: 'test', day: '2026-01-02' }
const AT = `0x${'a'.repeat(40)}`
const TABLES = readTables({
  issuers: [{ id: 'someone', name: 'Someone', class: 'fiat', source: 'test', day: '2026-01-02' }],
  tokens: [
    { id: 'eth', symbols: ['ETH', 'WETH'], ...reviewed },
    { id: 'usdc', symbols: ['USDC'], at: { Base: AT }, ...reviewed },
    { id: 'usdc.e', symbols: ['USDC.E', 'USDC'], at: { Avalanche: AT }, ...reviewed },
  ],
  bridges: [],
  classes: [],
})
const assetsOf = assetReader(TABLES)

const held = (symbol: string, share: number, token: string | null = null): Holding => ({
  ...{ token, symbol, share, owedShare: null, basis: token === null ? 'unknown' : 'upstream' },
})
const market = (asset: string, given: Partial<Market> = {}) =>
  ({ chain: 'Base', address: '0x1', asset, assetAddress: '0x2', ...given }) as Market
const read = (holdings: Holding[], markets: Market[] = [], countedIn?: string[]) => {
  const loans = countedIn && { countedIn, custody: 'a bank' }
  const makeup = { day: '2026-01-02', source: 'test', ...(loans && { loans }) }
  const { shares, unknown } = assetsOf({ holdings, makeup }, markets)
  return [[...shares], unknown]
}

describe('what is known of the tokens of a protocol', () => {
  test('is what it holds by at least a hundredth, by symbol in capitals', () => {
    const holdings = [held('ETH', 0.7, 'eth'), held('stXYZ', 0.2), held('DUST', 0.009)]
    expect(read([...holdings, held('unknown', 0.091)])).toEqual([
      [
        ['ETH', 0.7],
        ['STXYZ', 0.2],
      ],
      0.091,
    ])
    expect(read([held('A b', 0.5), held('usdf', 0.3), held('USDF', 0.2)])).toEqual([
      [['USDF', 0.5]],
      0,
    ])
  })

  test('is also what its markets lend or take and its loans are counted in, without a share', () => {
    const collateral = market('USDC', { assetAddress: AT, collateralAddress: AT })
    const own = [market('WETH'), collateral, market('sDOLA lent against X'), market('')]
    expect(read([], own)).toEqual([
      [
        ['ETH', null],
        ['USDC', null],
      ],
      null,
    ])
    expect(read([held('ETH', 1, 'eth')], [market('ETH')], ['usdc'])[0]).toEqual([
      ['ETH', 1],
      ['USDC', null],
    ])
  })

  test('is nothing of a market on which nodes disagree, and of one that takes the name of a token', () => {
    expect(read([], [market('USDC'), market('ETH', { unconfirmed: 'one-node' })])).toEqual([[], 1])
    expect(read([], [market('XYZ')])).toEqual([[['XYZ', null]], null])
  })
})

test('columns point into names, and another symbol finds those that have no token of their own', () => {
  const rows = [
    assetsOf({ holdings: [held('ETH', 0.123456, 'eth')], makeup: null }, []),
    assetsOf({ holdings: [], makeup: null }, []),
    assetsOf(
      { holdings: [held('USDC.E', 0.5, 'usdc.e'), held('USDC', 0.5, 'usdc')], makeup: null },
      [],
    ),
  ]
  const { names, aliases, columns } = assetColumns(rows, TABLES)
  expect(names).toEqual(['ETH', 'USDC', 'USDC.E'])
  expect(aliases).toEqual({ weth: [0] })
  expect(columns).toEqual({
    assets: [[0], [], [2, 1]],
    assetShares: [[0.1235], [], [0.5, 0.5]],
    assetsUnknown: [0, 1, 0],
  })
  expect(assetColumns(rows.slice(0, 1), TABLES).names).toEqual(['ETH'])
})
