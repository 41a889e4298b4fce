import { describe, expect, test } from 'vitest'
import { type AaveV4Entry, aaveV4 } from './aave-v4.ts'
import { at, entryOf, type Fact, runDriver, says } from './fixtures/fake-chain.ts'

const ACCOUNT =
  'function getUserAccountData(address user) view returns ((uint256 riskPremium, uint256 averageFactor, uint256 healthFactor, uint256 collateralValue, uint256 debtValueRay, uint256 collaterals, uint256 borrows))'
const RESERVE =
  'function getReserve(uint256 reserve) view returns ((address underlying, address hub, uint16 assetId, uint8 decimals, uint24 collateralRisk, uint8 flags, uint32 dynamicConfigKey))'
const OWNER = at(0xa11ce)
const SPOKE = at(1)
const WETH = at(10)
const OTHER = at(20)

describe('aaveV4', () => {
  test('reads supply and debt of each reserve and the spoke’s health factor', () => {
    const { findings } = runDriver(aaveV4, entry(), OWNER, [
      ...account({ borrows: 1n, health: 12n * 10n ** 17n }),
      says(SPOKE, 'getUserSuppliedAssets', [0n, OWNER], 5n),
      says(SPOKE, 'getUserSuppliedAssets', [1n, OWNER], 0n),
      says(SPOKE, 'getUserTotalDebt', [0n, OWNER], 0n),
      says(SPOKE, 'getUserTotalDebt', [1n, OWNER], 3n),
      ...reserve(0n, WETH, 18, true),
      ...reserve(1n, OTHER, 6, false),
    ])
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      healthFactor: 1.2,
      market: 'main',
      legs: [
        { role: 'supply', token: WETH, symbol: 'WETH', decimals: 18, amount: 5n, collateral: true },
        { role: 'borrow', token: OTHER, symbol: '0x000000…', decimals: 6, amount: 3n },
      ],
    })
  })

  test('debts are not asked for where the spoke counts none', () => {
    const { findings, rounds } = runDriver(aaveV4, entry(), OWNER, [
      ...account({}),
      says(SPOKE, 'getUserSuppliedAssets', [0n, OWNER], 0n),
      says(SPOKE, 'getUserSuppliedAssets', [1n, OWNER], 0n),
    ])
    expect(findings).toEqual([])
    expect(rounds.map((calls) => calls.length)).toEqual([2, 2])
  })

  test('a supply that is no collateral is found', () => {
    const { findings } = runDriver(aaveV4, entry(), OWNER, [
      ...account({}),
      says(SPOKE, 'getUserSuppliedAssets', [0n, OWNER], 8n),
      says(SPOKE, 'getUserSuppliedAssets', [1n, OWNER], 0n),
      ...reserve(0n, WETH, 18, false),
    ])
    expect(findings[0]?.legs).toMatchObject([{ amount: 8n, collateral: false }])
    expect(findings[0]?.healthFactor).toBeNull()
  })

  test('a spoke has at most 256 reserves, and a contract with more is no spoke', () => {
    const supplied = Array.from({ length: 256 }, (_, id) =>
      says(SPOKE, 'getUserSuppliedAssets', [BigInt(id), OWNER], id === 255 ? 8n : 0n),
    )
    const read = (count: bigint) =>
      runDriver(aaveV4, entry(), OWNER, [
        ...account({ count }),
        ...supplied,
        ...reserve(255n, WETH, 18, false),
      ])
    expect(read(256n).findings).toMatchObject([{ legs: [{ symbol: 'WETH', amount: 8n }] }])
    for (const count of [257n, 10n ** 30n]) expect(() => read(count)).toThrow(/reserves, more than/)
  })
})

function entry(): AaveV4Entry {
  return entryOf(aaveV4, {
    market: 'main',
    spoke: SPOKE,
    tokens: [{ address: WETH, symbol: 'WETH', decimals: 18 }],
  })
}

function account({ borrows = 0n, health = 2n ** 256n - 1n, count = 2n }): Fact[] {
  const data = {
    riskPremium: 0n,
    averageFactor: 0n,
    healthFactor: health,
    collateralValue: 0n,
    debtValueRay: 0n,
    collaterals: 0n,
    borrows,
  }
  return [says(SPOKE, ACCOUNT, [OWNER], data), says(SPOKE, 'getReserveCount', [], count)]
}

function reserve(id: bigint, underlying: string, decimals: number, collateral: boolean): Fact[] {
  const facts = {
    underlying,
    hub: at(2),
    assetId: 0,
    decimals,
    collateralRisk: 0,
    flags: 0,
    dynamicConfigKey: 0,
  }
  return [
    says(SPOKE, RESERVE, [id], facts),
    says(SPOKE, 'getUserReserveStatus', [id, OWNER], collateral, !collateral),
  ]
}
