import { describe, expect, test } from 'vitest'
import { aLentMarket, aMarket } from '../domain/fixtures/market.ts'
import {
  columnsOf,
  formatAsOf,
  formatAsset,
  formatMarketState,
  groupMarkets,
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
