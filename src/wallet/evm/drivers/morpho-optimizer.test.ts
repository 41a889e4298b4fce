import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, type Fact, refuses } from './fixtures/fake-chain.ts'

// What recorded runs lack.
const WAD = 10n ** 18n
const legsOf = (...[found]: ReturnType<typeof inRun>['findings']) =>
  found?.legs.map(({ role, amount, collateral }) => [role, amount, collateral])

describe('the optimizer over Aave v2', () => {
  const read = (...changes: Fact[]) => inRun('morpho-optimizer-aave-v2', ...changes)

  test('reports the whole of a supply and a debt, on the pool and matched', () => {
    const amounts = [
      always('getCurrentSupplyBalanceInOf', 1n, 2n, 70n),
      always('getCurrentBorrowBalanceInOf', 1n, 2n, 20n),
    ]
    const { findings, rounds } = read(...amounts, always('getUserHealthFactor', 3n * WAD))
    expect(findings).toMatchObject([{ healthFactor: 3 }])
    expect(legsOf(...findings)?.slice(0, 2)).toEqual([
      ['supply', 70n, true],
      ['borrow', 20n, undefined],
    ])
    expect(rounds).toHaveLength(3)
  })

  test('without a health factor that can be read keeps the position', () => {
    const { findings } = read(refuses('getUserHealthFactor'))
    expect(findings).toMatchObject([{ healthFactor: null }])
    expect(legsOf(...findings)).toEqual(legsOf(...read().findings))
  })

  test('without a market costs one round', () => {
    expect(read(always('getEnteredMarkets', []))).toMatchObject({
      findings: [],
      rounds: { length: 1 },
    })
  })

  test.each([
    'getEnteredMarkets',
    'getCurrentSupplyBalanceInOf',
    'getCurrentBorrowBalanceInOf',
    'UNDERLYING_ASSET_ADDRESS',
  ])('is unreadable when %s is not answered', (name) => {
    expect(() => read(refuses(name))).toThrow(Unreadable)
  })
})

describe('the optimizer over Aave v3', () => {
  const read = (...changes: Fact[]) => inRun('morpho-optimizer', ...changes)
  const AMOUNTS = ['supplyBalance', 'collateralBalance', 'borrowBalance']

  test('separates supply and collateral', () => {
    const amounts = AMOUNTS.map((name, at) => always(name, [5n, 9n, 7n][at]))
    const { findings } = read(...amounts, always('liquidityData', [1n, 50n, 20n]))
    expect(findings).toMatchObject([{ healthFactor: 2.5 }])
    expect(legsOf(...findings)?.slice(0, 3)).toEqual([
      ['supply', 5n, false],
      ['collateral', 9n, true],
      ['borrow', 7n, undefined],
    ])
    expect(read(...AMOUNTS.map((name) => always(name, 0n))).findings).toEqual([])
  })

  test.each([
    ['without a debt', always('liquidityData', [1n, 50n, 0n])],
    ['when its sums cannot be read', refuses('liquidityData')],
  ])('has no health factor %s', (_, sums) => {
    const { findings } = read(sums)
    expect(findings).toMatchObject([{ healthFactor: null }])
    expect(legsOf(...findings)).toEqual(legsOf(...read().findings))
  })

  test.each(['marketsCreated', ...AMOUNTS])('is unreadable when %s is not answered', (name) => {
    expect(() => read(refuses(name))).toThrow(Unreadable)
  })
})
