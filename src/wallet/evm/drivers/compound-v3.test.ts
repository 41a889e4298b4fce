import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type CompoundV3Entry, compoundV3 } from './compound-v3.ts'
import { at, entryOf, type Fact, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const ASSET =
  'function getAssetInfo(uint8 index) view returns ((uint8 offset, address asset, address priceFeed, uint64 scale, uint64 borrowFactor, uint64 liquidateFactor, uint64 liquidationFactor, uint128 supplyCap))'
const REWARD =
  'function getRewardOwed(address comet, address user) returns ((address token, uint256 owed))'
const OWNER = at(0xa11ce)
const COMET = at(1)
const REWARDS = at(2)
const BASE = { address: at(10), symbol: 'USDC', decimals: 6 }
const COMP = { address: at(11), symbol: 'COMP', decimals: 18 }
const FEED = at(12)

describe('compoundV3', () => {
  test('a lender has the base token as supply, which backs no debt', () => {
    const { findings, rounds } = runDriver(compoundV3, entry(), OWNER, [
      ...user({ supply: 5n }),
      holds(BASE.address, COMET, 4n),
    ])
    expect(findings).toMatchObject([
      {
        receiptToken: COMET,
        healthFactor: null,
        // The rest is lent.
        legs: [
          { role: 'supply', token: BASE.address, amount: 5n, collateral: false, available: 4n },
        ],
      },
    ])
    expect(rounds).toHaveLength(2)
  })

  test('a borrower’s collaterals are those that the contract marks, beyond the sixteenth too', () => {
    const { findings, rounds } = runDriver(compoundV3, entry(), OWNER, [
      ...user({ debt: 1_000_000_000n, assetsIn: 0b10, more: 0b1 }),
      says(COMET, 'getPrice(address)', [FEED], 10n ** 8n),
      ...collateral(1, 'WETH', { amount: 10n ** 18n, usd: 2_000n }),
      ...collateral(16, 'NEW', { amount: 10n ** 18n, usd: 500n }),
    ])
    expect(findings[0]?.legs).toMatchObject([
      { role: 'collateral', symbol: 'WETH', decimals: 18, amount: 10n ** 18n, collateral: true },
      { role: 'collateral', symbol: 'NEW', amount: 10n ** 18n },
      { role: 'borrow', symbol: 'USDC', amount: 1_000_000_000n },
    ])
    // (2,000 + 500) × 0.8 against a debt of 1,000
    expect(findings[0]?.healthFactor).toBe(2)
    expect(findings[0]?.legs.map(({ liquidationLtv }) => liquidationLtv)).toEqual([
      0.8,
      0.8,
      undefined,
    ])
    expect(findings[0]?.legs.map(({ available }) => available)).toEqual([
      10n ** 18n,
      10n ** 18n,
      undefined,
    ])
    expect(findings[0]?.receiptToken).toBeNull()
    expect(rounds).toHaveLength(3)
  })

  test.each([
    [1_251n, false],
    [1_249n, true],
  ])(
    'at %d dollars a loan is below a health of 1, and its liquidation price above: %s',
    (usd, isBelow) => {
      const [found] = runDriver(compoundV3, entry(), OWNER, [
        ...user({ debt: 1_000_000_000n, assetsIn: 0b1 }),
        says(COMET, 'getPrice(address)', [FEED], 10n ** 8n),
        ...collateral(0, 'WETH', { amount: 10n ** 18n, usd }),
      ]).findings
      expect((found?.healthFactor ?? 0) < 1).toBe(isBelow)
      expect(found?.loan?.liquidationPrice).toBeCloseTo(1_250, 6)
      expect(found?.loan?.liquidationLtv).toBeCloseTo(0.8, 10)
    },
  )

  test('without the price of one collateral the health factor is unknown, the amounts stay', () => {
    const { findings } = runDriver(compoundV3, entry(), OWNER, [
      ...user({ debt: 1n, assetsIn: 0b1 }),
      says(COMET, 'getPrice(address)', [FEED], 10n ** 8n),
      ...collateral(0, 'WETH', { amount: 3n, usd: null }),
    ])
    expect(findings[0]?.healthFactor).toBeNull()
    expect(findings[0]?.legs).toHaveLength(2)
  })

  test('a reward is reported, and its absence does not hide the position', () => {
    const rewarded = entry({ reward: { contract: REWARDS, token: COMP } })
    const owed = says(REWARDS, REWARD, [COMET, OWNER], { token: COMP.address, owed: 9n })
    const facts = user({ supply: 5n })
    const legs = (more: Fact[]) =>
      runDriver(compoundV3, rewarded, OWNER, [...facts, ...more]).findings[0]?.legs
    expect(legs([owed])).toMatchObject([{ role: 'supply' }, { role: 'reward', amount: 9n }])
    expect(legs([])).toMatchObject([{ role: 'supply' }])
  })

  test('a reward of an unlisted token is reported as its contract describes it, and one that is not as known is said', () => {
    const rewarded = entry({ reward: { contract: REWARDS } })
    const read = (...more: Fact[]) =>
      runDriver(compoundV3, rewarded, OWNER, [...user({ debt: 1n }), ...price, ...more]).findings
    const price = [says(COMET, 'getPrice(address)', [FEED], 10n ** 8n)]
    const owes = (amount: bigint) =>
      says(REWARDS, REWARD, [COMET, OWNER], { token: COMP.address, owed: amount })
    const owed = owes(9n)
    expect(read(owes(0n))).toHaveLength(1)
    expect(read(owed, ...isToken(COMP.address, 'COMP', 18))).toMatchObject([
      { legs: [{ role: 'borrow' }, { role: 'reward', symbol: 'COMP', decimals: 18, amount: 9n }] },
    ])
    const lost = [{ legs: [{ role: 'borrow' }] }, { legs: [], isUnread: true }]
    expect(read(owed)).toMatchObject(lost)
    expect(read({ ...owed, reply: { ok: true, data: '0x01' } })).toMatchObject(lost)
  })

  test('a debt that cannot be read makes the market unreadable', () => {
    const facts = user({ supply: 5n }).filter(({ data }) => !data.startsWith('0x374c49b4'))
    expect(() => runDriver(compoundV3, entry(), OWNER, facts)).toThrow(Unreadable)
  })
})

function entry(changes: Partial<CompoundV3Entry> = {}): CompoundV3Entry {
  return entryOf(compoundV3, {
    market: 'usdc',
    comet: COMET,
    base: BASE,
    tokens: [],
    ...changes,
  })
}

function user({ supply = 0n, debt = 0n, assetsIn = 0, more = 0 }): Fact[] {
  return [
    holds(COMET, OWNER, supply),
    says(COMET, 'borrowBalanceOf', [OWNER], debt),
    says(COMET, 'userBasic', [OWNER], 0n, 0n, 0n, assetsIn, more),
    says(COMET, 'baseTokenPriceFeed', [], FEED),
  ]
}

function collateral(
  index: number,
  symbol: string,
  { amount, usd }: { amount: bigint; usd: bigint | null },
): Fact[] {
  const asset = at(100 + index)
  const priceFeed = at(200 + index)
  const info = {
    offset: index,
    asset,
    priceFeed,
    scale: 10n ** 18n,
    borrowFactor: 7n * 10n ** 17n,
    liquidateFactor: 8n * 10n ** 17n,
    liquidationFactor: 9n * 10n ** 17n,
    supplyCap: 0n,
  }
  return [
    says(COMET, ASSET, [index], info),
    says(COMET, 'userCollateral', [OWNER, asset], amount, 0n),
    ...(usd === null ? [] : [says(COMET, 'getPrice(address)', [priceFeed], usd * 10n ** 8n)]),
    says(asset, 'symbol() -> (string)', [], symbol),
  ]
}
