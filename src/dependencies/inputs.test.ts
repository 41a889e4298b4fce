import { describe, expect, test } from 'vitest'
import { aMarket } from '../domain/fixtures/market.ts'
import { known } from '../domain/reading.ts'
import { inputOf } from './inputs.ts'
import { TABLES } from './tables.ts'

const DAY = '2026-10-04'
type Facts = Parameters<typeof inputOf>[0]['facts']

const record = (category: string, usd: Record<string, number>, facts: Facts = {}) => ({
  ...{ id: '99999999', name: 'A', category, facts },
  tvl: known(
    Object.entries(usd).map(([chain, amount]) => ({ chain, section: 'tvl' as const, usd: amount })),
    DAY,
    'test',
  ),
})

describe(inputOf, () => {
  test('a liquid staking holds the coins of its chains, by what lies on each', () => {
    const { makeup } = inputOf(record('Liquid Staking', { Ethereum: 75, Solana: 25 }), 100, TABLES)
    expect(makeup?.parts.map(({ token, share }) => [token, share])).toEqual([
      ['ETH', 0.75],
      ['SOL', 0.25],
    ])
  })

  test('of a chain whose coin is not in the table nothing is stated', () => {
    const { makeup } = inputOf(record('Liquid Staking', { Ethereum: 75, Nowhere: 25 }), 100, TABLES)
    expect(makeup?.parts).toMatchObject([{ token: 'ETH', share: 0.75 }])
  })

  test('what lies on Bitcoin is bitcoin, and of any other kind nothing is assumed', () => {
    expect(inputOf(record('Bridge', { Bitcoin: 1 }), 1, TABLES).makeup?.parts).toMatchObject([
      { token: 'BTC', share: 1 },
    ])
    expect(inputOf(record('Lending', { Ethereum: 1 }), 1, TABLES).makeup).toBeNull()
  })

  test('what lies on another chain that has only its coin is that coin', () => {
    expect(inputOf(record('Bridge', { Zcash: 1 }), 1, TABLES).makeup?.parts).toMatchObject([
      { token: 'ZEC', share: 1 },
    ])
  })

  test('the pools of an exchange have two tokens, of some as many as a reviewed row says', () => {
    const exchange = record('Dexs', { Ethereum: 1 })
    expect(inputOf(exchange, 1, TABLES)).toMatchObject({ holdsAs: 'pool' })
    expect(inputOf(exchange, 1, TABLES).legs).toBeUndefined()
    expect(inputOf({ ...exchange, id: '3' }, 1, TABLES).legs).toBe(8)
  })

  test('a published loan book comes before the unit in which upstream counts the deposits', () => {
    const parts = [{ chain: null, token: 'USDC', share: 1, owedShare: null }]
    const assets = known(
      { topToken: 'USDC', topShare: 1, ownShare: null, tokens: 1, parts },
      DAY,
      'x',
    )
    const maple = { ...record('Lending', { Ethereum: 1 }, { assets }), id: '587' }
    const { makeup } = inputOf(maple, 1, TABLES)
    expect(makeup?.loans?.countedIn).toContain('usdc')
    expect(makeup?.parts[0]).toMatchObject({ token: 'btc' })
  })

  test('a make-up as upstream states it comes before that of its kind', () => {
    const parts = [{ chain: null, token: 'USDC', share: 1, owedShare: null }]
    const assets = known(
      { topToken: 'USDC', topShare: 1, ownShare: null, tokens: 1, parts },
      DAY,
      'x',
    )
    const { makeup } = inputOf(record('Liquid Staking', { Ethereum: 1 }, { assets }), 1, TABLES)
    expect(makeup).toMatchObject({ basis: 'upstream', parts })
  })

  test('the threshold is the highest of its markets, and not known where one could not be read', () => {
    const read = [0.7, 0.9].map((liquidationThreshold) => aMarket({ liquidationThreshold }))
    const of = (markets: typeof read) =>
      inputOf(record('Lending', {}, { markets: known(markets, DAY, 'x') }), 1, TABLES).threshold
    expect(of(read)).toBe(0.9)
    expect(of([...read, aMarket({ gap: { why: 'reverted', facts: [] } })])).toBeNull()
  })
})
