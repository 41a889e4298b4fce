import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type AaveEntry, aave } from './aave.ts'
import { at, entryOf, type Fact, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const NO_DEBT = 2n ** 256n - 1n
const OWNER = at(0xa11ce)
const POOL = at(1)
const PROVIDER = at(2)
const WETH = {
  address: at(10),
  symbol: 'WETH',
  decimals: 18,
  id: 0,
  aToken: at(11),
  vToken: at(12),
}
const USDC = { address: at(20), symbol: 'USDC', decimals: 6, id: 1, aToken: at(21), vToken: at(22) }
const NEW = at(30)

describe('aave', () => {
  test('reports supplies by aToken, debts by debt token and the pool’s own health factor', () => {
    const { findings } = runDriver(aave, entry(), OWNER, [
      ...account({ collateral: 4_000n, debt: 1_000n, health: 15n * 10n ** 17n, bits: 0b0110n }),
      holds(WETH.aToken, OWNER, 2n * 10n ** 18n),
      holds(USDC.aToken, OWNER, 7_000_000n),
      holds(USDC.vToken, OWNER, 1_000_000n),
    ])
    expect(findings).toEqual([
      expect.objectContaining({
        protocol: 'aave-v3',
        product: 'lending',
        market: 'core',
        healthFactor: 1.5,
        legs: [
          leg('supply', WETH, 2n * 10n ** 18n, true),
          leg('supply', USDC, 7_000_000n, false),
          leg('borrow', USDC, 1_000_000n),
        ],
      }),
    ])
  })

  test('a supply that is no collateral is found although the pool’s totals are zero', () => {
    const { findings, rounds } = runDriver(aave, entry(), OWNER, [
      ...account({}),
      holds(WETH.aToken, OWNER, 5n),
      holds(USDC.aToken, OWNER, 0n),
    ])
    expect(findings[0]?.legs).toEqual([leg('supply', WETH, 5n, false)])
    expect(findings[0]?.healthFactor).toBeNull()
    expect(rounds).toHaveLength(1)
  })

  test('rewards of all that is held and owed are claimed of the controller, but for nothing', () => {
    const held = [WETH.aToken, USDC.vToken]
    const { findings } = runDriver(aave, { ...entry(), rewards: at(3) }, OWNER, [
      ...account({ collateral: 4n, debt: 1n, bits: 0b0110n }),
      holds(WETH.aToken, OWNER, 5n),
      holds(USDC.aToken, OWNER, 0n),
      holds(USDC.vToken, OWNER, 1n),
      says(at(3), 'getAllUserRewards', [held, OWNER], [NEW, WETH.address], [7n, 0n]),
      ...isToken(NEW, 'NEW', 8),
    ])
    const token = { address: NEW, symbol: 'NEW', decimals: 8 }
    const rewards = findings[0]?.legs.filter(({ role }) => role === 'reward')
    expect(rewards).toEqual([leg('reward', token, 7n)])
  })

  test('a rewards controller that does not answer hides nothing else', () => {
    const { findings } = runDriver(aave, { ...entry(), rewards: at(3) }, OWNER, [
      ...account({}),
      holds(WETH.aToken, OWNER, 5n),
      holds(USDC.aToken, OWNER, 0n),
    ])
    expect(findings[0]?.legs).toEqual([leg('supply', WETH, 5n, false)])
  })

  describe('the threshold of each collateral', () => {
    /** WETH is worth 8,000 and USDC 2,000 at the pool's prices; each configuration has a threshold, and a category at bit 168. */
    const thresholds = (
      mean: bigint,
      mode: bigint,
      of: { weth?: bigint; facts?: Fact[]; oracle?: boolean } = {},
    ) =>
      runDriver(aave, entry(of.oracle === false ? {} : { oracle: at(4) }), OWNER, [
        ...account({ collateral: 10_000n, debt: 1_000n, threshold: mean, bits: 0b1110n }),
        holds(WETH.aToken, OWNER, 4n * 10n ** 18n),
        holds(USDC.aToken, OWNER, 2_000n * 10n ** 6n),
        holds(USDC.vToken, OWNER, 1_000n * 10n ** 6n),
        says(POOL, 'getUserEMode', [OWNER], mode),
        says(POOL, 'getConfiguration', [WETH.address], of.weth ?? 8_000n << 16n),
        says(POOL, 'getConfiguration', [USDC.address], 7_000n << 16n),
        says(at(4), 'getAssetsPrices', [[WETH.address, USDC.address]], [2_000n, 1n]),
        ...(of.facts ?? []),
      ])
        .findings[0]?.legs.filter(({ role }) => role === 'supply')
        .map(({ liquidationLtv }) => liquidationLtv)
    const category = [0, 9_500, 0, at(0), 'ETH']
    const since32 = (members: bigint) => [
      says(POOL, 'getEModeCategoryCollateralBitmap', [5], members),
      says(POOL, 'getEModeCategoryCollateralConfig', [5], [0, 9_300, 0]),
      says(POOL, 'getEModeCategoryData', [5], category),
    ]

    test('is that of its reserve', () => {
      expect(thresholds(7_800n, 0n)).toEqual([0.8, 0.7])
    })

    test('is that of the efficiency mode for the reserves that it names, since version 3.2', () => {
      expect(thresholds(8_840n, 5n, { facts: since32(0b01n) })).toEqual([0.93, 0.7])
      expect(thresholds(8_260n, 5n, { facts: since32(0b10n) })).toEqual([0.8, 0.93])
    })

    test('is that of the efficiency mode for the reserves that name it, before', () => {
      const facts = [says(POOL, 'getEModeCategoryData', [5], category)]
      const weth = (8_000n << 16n) | (5n << 168n)
      expect(thresholds(9_000n, 5n, { weth, facts })).toEqual([0.95, 0.7])
      const other = (8_000n << 16n) | (4n << 168n)
      expect(thresholds(7_800n, 5n, { weth: other, facts })).toEqual([0.8, 0.7])
    })

    test('is not known where the mean of all is not what the pool reports, or the mode was not read', () => {
      expect(thresholds(6_400n, 5n, { facts: since32(0b01n) })).toEqual([undefined, undefined])
      expect(thresholds(8_840n, 5n)).toEqual([undefined, undefined])
      expect(thresholds(7_400n, 0n, { oracle: false })).toEqual([0.8, 0.7])
      expect(thresholds(6_400n, 0n, { oracle: false })).toEqual([undefined, undefined])
    })
  })

  test('an owner without anything has no position, after one round', () => {
    const { findings, rounds } = runDriver(aave, entry(), OWNER, [
      ...account({}),
      holds(WETH.aToken, OWNER, 0n),
      holds(USDC.aToken, OWNER, 0n),
    ])
    expect(findings).toEqual([])
    expect(rounds).toHaveLength(1)
  })

  test('a reserve that its entry does not list is read through the data provider', () => {
    const { findings, rounds } = runDriver(aave, entry(), OWNER, [
      ...account({ collateral: 9n, debt: 3n, health: 10n ** 18n, reserves: [WETH.address, NEW] }),
      holds(WETH.aToken, OWNER, 0n),
      holds(USDC.aToken, OWNER, 0n),
      says(PROVIDER, 'getUserReserveData', [NEW, OWNER], 40n, 1n, 2n, 0n, 0n, 0n, 0n, 0, true),
      ...isToken(NEW, 'NEW', 8),
    ])
    const token = { address: NEW, symbol: 'NEW', decimals: 8 }
    expect(findings[0]?.legs).toEqual([leg('supply', token, 40n, true), leg('borrow', token, 3n)])
    expect(rounds).toHaveLength(3)
  })

  test('debts of version 2 count the stable and the variable part', () => {
    const { findings } = runDriver(aave, entry({ version: 2 }), OWNER, [
      ...account({ collateral: 9n, debt: 5n, health: 2n * 10n ** 18n, bits: 0b0110n }),
      holds(WETH.aToken, OWNER, 1n),
      holds(USDC.aToken, OWNER, 0n),
      says(
        PROVIDER,
        'getUserReserveData',
        [USDC.address, OWNER],
        0n,
        2n,
        3n,
        0n,
        0n,
        0n,
        0n,
        0,
        false,
      ),
    ])
    expect(findings[0]?.legs.at(-1)).toEqual(leg('borrow', USDC, 5n))
  })

  test('a balance that cannot be read is never taken for nothing', () => {
    expect(() =>
      runDriver(aave, entry(), OWNER, [...account({}), holds(WETH.aToken, OWNER, 0n)]),
    ).toThrow(Unreadable)
  })

  test('a debt or collateral in the pool’s totals that no token shows makes the market unreadable', () => {
    const nothing = [holds(WETH.aToken, OWNER, 0n), holds(USDC.aToken, OWNER, 0n)]
    const read = (totals: Parameters<typeof account>[0]) => () =>
      runDriver(aave, entry(), OWNER, [...account(totals), ...nothing])
    expect(read({ debt: 1n })).toThrow(/no debt token has a balance/)
    expect(read({ collateral: 1n })).toThrow(/no aToken has a balance/)
  })
})

function entry(changes: Partial<AaveEntry> = {}): AaveEntry {
  return entryOf(aave, {
    protocol: 'aave-v3',
    product: 'lending',
    market: 'core',
    version: 3,
    pool: POOL,
    dataProvider: PROVIDER,
    assets: [WETH, USDC],
    ...changes,
  })
}

function account({
  collateral = 0n,
  debt = 0n,
  threshold = 0n,
  health = NO_DEBT,
  bits = 0n,
  reserves = [WETH.address, USDC.address],
}): Fact[] {
  return [
    says(
      POOL,
      'getUserAccountData(address) -> (uint256,uint256,uint256,uint256,uint256,uint256)',
      [OWNER],
      collateral,
      debt,
      0n,
      threshold,
      0n,
      health,
    ),
    says(POOL, 'getUserConfiguration', [OWNER], bits),
    says(POOL, 'getReservesList', [], reserves),
  ]
}

function leg(
  role: string,
  token: { address: string; symbol: string; decimals: number },
  amount: bigint,
  collateral?: boolean,
) {
  const { address, symbol, decimals } = token
  const said = collateral === undefined ? {} : { collateral }
  return { role, token: address, symbol, decimals, amount, ...said }
}
