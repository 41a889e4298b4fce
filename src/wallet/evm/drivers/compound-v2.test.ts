import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type CompoundV2Entry, compoundV2 } from './compound-v2.ts'
import { at, entryOf, type Fact, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const OWED =
  'function getCompBalanceMetadataExt(address comp, address comptroller, address account) returns ((uint256 balance, uint256 votes, address delegate, uint256 allocated))'
const WAD = 10n ** 18n
const OWNER = at(0xa11ce)
const COMPTROLLER = at(1)
const FEEDS = at(2)
const [M_ETH, M_USD] = [at(10), at(20)]
const USD = at(21)
const WETH = { address: at(11), symbol: 'WETH', decimals: 18 }
const LENS = at(40)
const COMP = { address: at(41), symbol: 'COMP', decimals: 18 }

describe('compoundV2', () => {
  test('reports supply, debt and health from the comptroller’s own sums', () => {
    const { findings, rounds } = runDriver(compoundV2, entry(), OWNER, [
      ...comptroller({ entered: [M_ETH], liquidity: 60n * WAD }),
      ...nativeMarket({ shares: 50n * 10n ** 8n, rate: 2n * 10n ** 26n }),
      ...usdMarket({ debt: 40n * WAD }),
    ])
    expect(findings[0]?.legs).toEqual([
      { role: 'supply', token: WETH.address, ...shown(WETH), amount: WAD, collateral: true },
      { role: 'borrow', token: USD, symbol: 'USD', decimals: 18, amount: 40n * WAD },
    ])
    // Its shares are tokens in the wallet, which are not counted again.
    expect(findings[0]?.counts).toEqual([M_ETH, M_USD])
    // The debt is 40 dollars and there are 60 more to borrow: collateral is weighed at 100.
    expect(findings[0]?.healthFactor).toBe(2.5)
    expect(findings[0]?.loan).toEqual({ ltv: 0.4, liquidationLtv: 1, liquidationPrice: 40 })
    expect(rounds).toHaveLength(3)
  })

  test('each market has the factor that the comptroller’s own sum shows', () => {
    const thresholds = (liquidity: bigint, ...facts: Fact[]) =>
      runDriver(compoundV2, entry(), OWNER, [
        ...comptroller({ entered: [M_ETH, M_USD], liquidity }),
        ...nativeMarket({ shares: 50n * 10n ** 8n, rate: 2n * 10n ** 26n }),
        ...usdMarket({ shares: 100n, rate: WAD * WAD, debt: 10n * WAD }),
        ...facts,
      ])
        .findings[0]?.legs.filter(({ role }) => role === 'supply')
        .map(({ liquidationLtv }) => liquidationLtv)
    const MARKET = 'markets(address) -> (bool,uint256,bool)'
    const lent = [
      says(COMPTROLLER, MARKET, [M_ETH], true, WAD / 2n, false),
      says(COMPTROLLER, MARKET, [M_USD], true, WAD / 4n, false),
    ]
    const effective = [
      says(COMPTROLLER, 'getEffectiveLtvFactor', [OWNER, M_ETH, 1], (6n * WAD) / 10n),
      says(COMPTROLLER, 'getEffectiveLtvFactor', [OWNER, M_USD, 1], (3n * WAD) / 10n),
    ]
    // A hundred dollars of each: 75 by what it lends, 90 by where it liquidates, less ten of debt.
    expect(thresholds(65n * WAD, ...lent)).toEqual([0.5, 0.25])
    expect(thresholds(80n * WAD, ...lent, ...effective)).toEqual([0.6, 0.3])
    expect(thresholds(80n * WAD, ...lent)).toEqual([undefined, undefined])
    expect(thresholds(80n * WAD)).toEqual([undefined, undefined])
  })

  describe('with COMP', () => {
    const read = (accrued: bigint | null, owed: bigint | null, shares = 0n) =>
      runDriver(compoundV2, entry({ reward: { lens: LENS, token: COMP } }), OWNER, [
        ...comptroller({}),
        ...nativeMarket({}),
        ...usdMarket({ shares, rate: WAD }),
        ...(accrued === null ? [] : [says(COMPTROLLER, 'compAccrued', [OWNER], accrued)]),
        ...(owed === null
          ? []
          : [
              says(LENS, OWED, [COMP.address, COMPTROLLER, OWNER], {
                balance: 9n,
                votes: 0n,
                delegate: OWNER,
                allocated: owed,
              }),
            ]),
      ])

    test('reports what a claim would pay, also when every market was left', () => {
      const supply = { role: 'supply', amount: 7n }
      const reward = { role: 'reward', symbol: 'COMP', amount: 5n }
      expect(read(2n, 5n, 7n).findings).toMatchObject([{ legs: [supply, reward] }])
      expect(read(2n, 5n).findings).toMatchObject([{ legs: [reward] }])
      expect(read(0n, 0n, 7n).findings).toMatchObject([{ legs: [supply] }])
    })

    test('says that it is not all where the lens does not report', () => {
      const unseen = { legs: [], isUnread: true }
      expect(read(2n, null).findings).toMatchObject([{ legs: [{ amount: 2n }] }, unseen])
      expect(read(0n, null, 7n).findings).toMatchObject([{ legs: [{ role: 'supply' }] }, unseen])
      expect(read(null, null).findings).toMatchObject([unseen])
      expect(read(null, 0n).findings).toEqual([])
    })

    test('asks an owner who has nothing no more', () => {
      expect(read(0n, null)).toMatchObject({ findings: [], rounds: { length: 2 } })
    })
  })

  test('without the price of a debt the health factor is unknown', () => {
    const facts = [...comptroller({}), ...nativeMarket({}), ...usdMarket({ debt: 5n })]
    const { findings } = runDriver(
      compoundV2,
      entry(),
      OWNER,
      facts.filter(({ to }) => to !== FEEDS),
    )
    expect(findings[0]?.legs).toHaveLength(1)
    expect(findings[0]?.healthFactor).toBeNull()
  })

  test('a market that answers with an error code, or not at all, is unreadable', () => {
    const others = [...comptroller({}), ...nativeMarket({})]
    const failed = says(M_USD, 'getAccountSnapshot', [OWNER], 9n, 0n, 0n, 0n)
    expect(() => runDriver(compoundV2, entry(), OWNER, [...others, failed])).toThrow(/error code 9/)
    expect(() => runDriver(compoundV2, entry(), OWNER, others)).toThrow(Unreadable)
  })
})

function entry(changes: Partial<CompoundV2Entry> = {}): CompoundV2Entry {
  return entryOf(compoundV2, {
    comptroller: COMPTROLLER,
    native: { market: M_ETH, token: WETH },
    ...changes,
  })
}

function comptroller({ entered = [] as string[], liquidity = 0n }): Fact[] {
  return [
    says(COMPTROLLER, 'getAllMarkets', [], [M_ETH, M_USD]),
    says(COMPTROLLER, 'getAssetsIn', [OWNER], entered),
    says(COMPTROLLER, 'getAccountLiquidity', [OWNER], 0n, liquidity, 0n),
    says(COMPTROLLER, 'oracle', [], FEEDS),
  ]
}

function nativeMarket({ shares = 0n, debt = 0n, rate = 0n }): Fact[] {
  return [
    says(M_ETH, 'getAccountSnapshot', [OWNER], 0n, shares, debt, rate),
    says(FEEDS, 'getUnderlyingPrice', [M_ETH], 100n * WAD),
  ]
}

function usdMarket({ shares = 0n, debt = 0n, rate = 0n }): Fact[] {
  return [
    says(M_USD, 'getAccountSnapshot', [OWNER], 0n, shares, debt, rate),
    says(M_USD, 'underlying', [], USD),
    says(FEEDS, 'getUnderlyingPrice', [M_USD], WAD),
    ...isToken(USD, 'USD', 18),
  ]
}

function shown({ symbol, decimals }: { symbol: string; decimals: number }) {
  return { symbol, decimals }
}
