import { describe, expect, test } from 'vitest'
import { aLentMarket, aMarket } from '../domain/fixtures/market.ts'
import {
  columnsOf,
  formatAsOf,
  formatAsset,
  formatMarketState,
  groupMarkets,
  marketTable,
} from './market-table.ts'

const bare = aMarket({
  loanToValue: 0.75,
  liquidationThreshold: 0.8,
  source: 'comet-deployments',
  block: null,
})

describe('the columns of markets', () => {
  test('are those with a value; the others are named', () => {
    const { shown, unknown } = columnsOf([bare])
    expect(shown.map(({ name }) => name)).toEqual(['Loan to value', 'Liquidated at'])
    expect(unknown).toEqual([
      'supplied',
      'utilisation',
      'available',
      'cap used',
      'withdrawal',
      'price feed',
      'whether it is frozen or paused',
    ])
  })

  test('show zero as a value', () => {
    const { shown } = columnsOf([aMarket({ ...bare, utilisation: 0, withdrawSeconds: 0 })])
    const cells = shown.map(({ name, cell }) => [
      name,
      cell(aMarket({ utilisation: 0, withdrawSeconds: 0 })),
    ])
    expect(cells).toContainEqual(['Utilisation', '0\u00a0%'])
    expect(cells).toContainEqual(['Withdrawal', 'at once'])
  })
})

test('assets of one market are together, another chain apart', () => {
  const groups = groupMarkets([aMarket(), aMarket({ chain: 'Base' }), aMarket({ asset: 'WETH' })])
  expect(groups.map(({ chain, assets }) => [chain, assets.length])).toEqual([
    ['Ethereum', 2],
    ['Base', 1],
  ])
})

describe('the tables of markets', () => {
  const amounts = [3, 9, null, 5, 7]
  const assets = amounts.map((suppliedUsd, at) =>
    aMarket({ asset: `A${at}`, suppliedUsd, name: at === 4 ? 'Other' : 'Core' }),
  )
  const names = (rows: { asset: { asset: string } }[]) => rows.map(({ asset }) => asset.asset)

  test('have the largest first, and every asset once', () => {
    const { first, rest } = marketTable(assets, 2)
    expect(names(first)).toEqual(['A1', 'A4'])
    expect(rest.map(({ name, rows, all }) => [name, names(rows), all.length])).toEqual([
      ['Core', ['A0', 'A2', 'A3'], 4],
    ])
  })

  test('have an amount that is not known after all others, the most lent out and best known first', () => {
    const unknown = [
      aMarket({ asset: 'bare' }),
      aMarket({ asset: 'known', loanToValue: 0.5 }),
      aMarket({ asset: 'lent', utilisation: 0.9 }),
      aMarket({ asset: 'none', suppliedUsd: 0 }),
    ]
    expect(names(marketTable(unknown, 4).first)).toEqual(['none', 'lent', 'known', 'bare'])
  })

  test('write each source once', () => {
    const { first, sources } = marketTable([aMarket(), aMarket({ asset: 'DAI' }), bare], 3)
    expect(new Set(first.map(({ letter }) => letter))).toEqual(new Set(['A', 'B']))
    expect(sources.map(({ asOf }) => asOf).sort()).toEqual([
      '11 Mar 2024, block 19,400,000',
      'as deployed, 11 Mar 2024',
    ])
  })
})

test('the state of an asset is said when it is known and not normal', () => {
  expect(formatMarketState(aMarket({ frozen: true, paused: true }))).toBe(
    'Withdrawals paused, Frozen',
  )
  expect(formatMarketState(aLentMarket())).toBe('')
  expect(formatMarketState(bare)).toBe('')
})

test('a market that could not be read says so, with why and what', () => {
  const gap = { why: 'node-failed' as const, facts: ['availableShare' as const, 'feed' as const] }
  const words = 'Could not be read: available, price feed (no node answered). Counts as the worst.'
  expect(formatMarketState(aMarket({ gap }))).toBe(words)
  const lost = aMarket({ name: '', asset: '', assetAddress: '', gap })
  expect(formatAsset(lost)).toBe('All of it')
  expect(formatAsset({ ...lost, assetAddress: '0x00000000000000000000000000000000000000cc' })).toBe(
    '0x00000000…',
  )
  expect(formatAsset(aMarket())).toBe('USDC')
  expect(groupMarkets([lost])[0]?.name).toBe('Unread market')
})

test('a record is as deployed, a reading has its block', () => {
  expect(formatAsOf(bare)).toBe('as deployed, 11 Mar 2024')
  expect(formatAsOf(aMarket())).toBe('11 Mar 2024, block 19,400,000')
})
