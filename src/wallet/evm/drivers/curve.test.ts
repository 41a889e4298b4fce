import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { curve } from './curve.ts'
import { at, entryOf, holds, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const POOL = at(1)
const LP = at(2)
const GAUGE = at(3)
const CONVEX = at(4)
const CRV = { address: at(5), symbol: 'CRV', decimals: 18 }
const COINS = ['DAI', 'USDC', 'USDT'].map((symbol, index) => ({
  address: at(0x10 + index),
  symbol,
  decimals: index === 0 ? 18 : 6,
}))
const ENTRY = entryOf(curve, {
  protocol: 'curve-dex',
  market: '3pool',
  pool: POOL,
  lpToken: LP,
  coins: COINS,
  stakes: [
    { contract: GAUGE, label: 'gauge', reward: { token: CRV, claim: 'claimable_tokens' } },
    {
      contract: CONVEX,
      label: 'convex',
      protocol: 'convex-finance',
      reward: { token: CRV, claim: 'earned' },
    },
  ],
})
const balances = [600n, 300n, 100n].map((amount, index) =>
  says(POOL, 'balances(uint256) -> (uint256)', [BigInt(index)], amount),
)
const content = [says(LP, 'totalSupply', [], 1000n), ...balances]
const places = (loose: bigint, gauge: bigint, convex: bigint) => [
  holds(LP, OWNER, loose),
  holds(GAUGE, OWNER, gauge),
  holds(CONVEX, OWNER, convex),
]
const claims = [says(GAUGE, 'claimable_tokens', [OWNER], 7n), says(CONVEX, 'earned', [OWNER], 0n)]

describe('a share of a Curve pool', () => {
  test('is counted once in each place where a part of it is', () => {
    const facts = [...content, ...places(100n, 200n, 10n), ...claims]
    const { findings } = runDriver(curve, ENTRY, OWNER, facts)
    expect(
      findings.map(({ protocol, ref, receiptToken, legs }) => ({
        protocol,
        ref,
        receiptToken,
        legs: legs.map(({ role, symbol, amount }) => `${role} ${amount} ${symbol}`),
      })),
    ).toEqual([
      {
        protocol: 'curve-dex',
        ref: null,
        receiptToken: LP,
        legs: ['lp 60 DAI', 'lp 30 USDC', 'lp 10 USDT'],
      },
      {
        protocol: 'curve-dex',
        ref: 'gauge',
        receiptToken: GAUGE,
        legs: ['stake 120 DAI', 'stake 60 USDC', 'stake 20 USDT', 'reward 7 CRV'],
      },
      {
        protocol: 'convex-finance',
        ref: 'convex',
        receiptToken: CONVEX,
        legs: ['stake 6 DAI', 'stake 3 USDC', 'stake 1 USDT'],
      },
    ])
  })

  test('of an old pool is read by its old index', () => {
    const old = says(POOL, 'balances(int128) -> (uint256)', [0n], 600n)
    const entry = entryOf(curve, {
      ...ENTRY,
      index: 'int128',
      coins: COINS.slice(0, 2),
      stakes: [],
    })
    const facts = [
      ...content,
      old,
      says(POOL, 'balances(int128) -> (uint256)', [1n], 10n),
      holds(LP, OWNER, 500n),
    ]
    const legs = runDriver(curve, entry, OWNER, facts).findings[0]?.legs
    expect(legs?.map(({ amount }) => amount)).toEqual([300n, 5n])
  })

  test('can be the whole supply, and without a supply is unreadable', () => {
    const read = (supply: bigint) =>
      runDriver(curve, ENTRY, OWNER, [
        says(LP, 'totalSupply', [], supply),
        ...balances,
        ...places(1n, 0n, 0n),
      ])
    expect(read(1n).findings[0]?.legs.map(({ amount }) => amount)).toEqual([600n, 300n, 100n])
    expect(() => read(0n)).toThrow(/has no supply/)
  })

  test('that no one has makes no second round', () => {
    expect(runDriver(curve, ENTRY, OWNER, places(0n, 0n, 0n))).toMatchObject({
      findings: [],
      rounds: [{ length: 3 }],
    })
  })

  test.each([
    ['a balance', places(1n, 0n, 0n).slice(1)],
    ['a coin of the pool', [...content.slice(0, 3), ...places(1n, 0n, 0n)]],
    ['the supply', [...balances, ...places(1n, 0n, 0n)]],
    ['a reward', [...content, ...places(0n, 1n, 0n)]],
  ])('without %s is unreadable', (_, facts) => {
    expect(() => runDriver(curve, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})
