import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import {
  type AaveMarket,
  borrowFromAave,
  deployAave,
  supplyToAave,
} from '../../../testing/wallet/evm/aave.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  deployVault,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { aave } from './aave.ts'
import { erc4626 } from './erc4626.ts'
import { entryOf } from './fixtures/fake-chain.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const ACCOUNT =
  'function getUserAccountData(address user) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 healthFactor)'
const ETHER = 10n ** 18n
const USD = 10n ** 6n
const WEEK = 604_800

function amountOf(findings: Finding[], role: string, token: Address): bigint | undefined {
  return findings[0]?.legs.find((leg) => leg.role === role && leg.token === token)?.amount
}

describeOnAnvil('lending on a real chain', (rig) => {
  let weth: Address
  let usdc: Address

  beforeAll(async () => {
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB]) {
      await mint(rig, weth, owner, 100n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * USD)
    }
  }, 30_000)

  describe('Aave v3', () => {
    let market: AaveMarket

    beforeAll(async () => {
      market = await deployAave(rig, [
        { symbol: 'WETH', address: weth, decimals: 18, usd: 2_000 },
        { symbol: 'USDC', address: usdc, decimals: 6, usd: 1 },
      ])
      for (const owner of [ALICE, BOB])
        for (const asset of [weth, usdc]) await approve(rig, asset, market.pool, owner)
      await supplyToAave(rig, market.pool, usdc, 500_000n * USD, BOB)
      await supplyToAave(rig, market.pool, weth, 10n * ETHER, ALICE)
      await supplyToAave(rig, market.pool, usdc, 100n * USD, ALICE)
      await rig.send(
        market.pool,
        'function setUserUseReserveAsCollateral(address, bool)',
        [usdc, false],
        ALICE,
      )
      await borrowFromAave(rig, market.pool, usdc, 5_000n * USD, ALICE)
      await rig.rpc('evm_increaseTime', [WEEK])
      await rig.rpc('evm_mine', [])
    }, 60_000)

    const entry = (listed: number) =>
      entryOf(aave, {
        version: 3,
        pool: market.pool,
        dataProvider: market.dataProvider,
        assets: market.reserves.slice(0, listed).map((reserve, id) => ({
          address: reserve.asset,
          symbol: id === 0 ? 'WETH' : 'USDC',
          decimals: id === 0 ? 18 : 6,
          id,
          aToken: reserve.aToken,
          vToken: reserve.variableDebtToken,
        })),
      })
    const balance = (token: Address | undefined) => rig.read(token ?? weth, BALANCE, [ALICE])

    test('supplies, debt with a week’s interest and health factor are the contracts’ own', async () => {
      const found = await runOnRig(rig, aave, entry(2), ALICE)
      const [ofWeth, ofUsdc] = market.reserves
      const account = await rig.read(market.pool, ACCOUNT, [ALICE])
      expect(amountOf(found, 'supply', weth)).toBe(await balance(ofWeth?.aToken))
      expect(amountOf(found, 'supply', usdc)).toBe(await balance(ofUsdc?.aToken))
      expect(amountOf(found, 'borrow', usdc)).toBe(await balance(ofUsdc?.variableDebtToken))
      expect(amountOf(found, 'borrow', usdc)).toBeGreaterThan(5_000n * USD)
      expect(found[0]?.healthFactor).toBeCloseTo(Number(account[5]) / 1e18, 9)
      const loan = found[0]?.loan
      expect(loan?.ltv).toBeCloseTo(Number(account[1]) / Number(account[0]), 9)
      expect(loan?.liquidationLtv).toBe(Number(account[3]) / 10_000)
      // Ten ether back 5,000 dollars and the interest.
      const owed = Number(amountOf(found, 'borrow', usdc)) / 1e6
      expect(loan?.liquidationPrice).toBeCloseTo(owed / 10 / (loan?.liquidationLtv ?? 0), 9)
      expect(found[0]?.legs.map(({ collateral }) => collateral)).toEqual([true, false, undefined])
    })

    test('a market that is listed only in part, or not at all, is read the same', async () => {
      const whole = await runOnRig(rig, aave, entry(2), ALICE)
      for (const listed of [1, 0]) {
        const found = await runOnRig(rig, aave, entry(listed), ALICE)
        const sorted = (findings: Finding[]) =>
          findings[0]?.legs
            .map((leg) => `${leg.role} ${leg.symbol} ${leg.amount} ${leg.collateral}`)
            .sort()
        expect(sorted(found)).toEqual(sorted(whole))
      }
    })

    test('without a debt there is no health factor, and no one else has a position', async () => {
      const [bob] = await runOnRig(rig, aave, entry(2), BOB)
      expect(bob?.healthFactor).toBeNull()
      expect(bob?.loan).toBeUndefined()
      expect(await runOnRig(rig, aave, entry(2), DEPLOYER)).toEqual([])
    })
  })

  test('a vault’s share is worth what the vault says after it earned', async () => {
    const vault = await deployVault(rig, usdc, 'vUSDC')
    await approve(rig, usdc, vault, BOB)
    await rig.send(
      vault,
      'function deposit(uint256, address) returns (uint256)',
      [1_000n * USD, BOB],
      BOB,
    )
    await mint(rig, usdc, vault, 70n * USD)
    const entry = entryOf(erc4626, { vault })
    const found = await runOnRig(rig, erc4626, entry, BOB)
    const shares = await rig.read(vault, BALANCE, [BOB])
    const worth = 'function convertToAssets(uint256) view returns (uint256)'
    expect(amountOf(found, 'supply', usdc)).toBe(await rig.read(vault, worth, [shares]))
    expect(amountOf(found, 'supply', usdc)).toBeGreaterThan(1_069n * USD)
    expect(found[0]?.legs[0]).toMatchObject({ symbol: 'USDC', decimals: 6 })
  })
})
