import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  borrowFromEuler,
  deployEuler,
  type Euler,
  subAccountOf,
} from '../../../testing/wallet/evm/euler.ts'
import { deployFluid, openAtFluid } from '../../../testing/wallet/evm/fluid.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { euler, eulerEntry } from './euler.ts'
import { fluid, fluidEntry } from './fluid.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const DEPOSIT = 'function deposit(uint256, address) returns (uint256)'
const PERCENT = 10n ** 25n
const base = { id: 'it', product: 'lending', source: 'test' } as const

const legsIn = (found: Finding | undefined) =>
  found?.legs.map(({ role, symbol, amount, collateral }) => [role, symbol, amount, collateral])

describe.skipIf(isAnvilMissing())('lenders with vaults on a real chain', () => {
  let rig: Rig
  let weth: Address
  let usdc: Address
  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB]) {
      await mint(rig, weth, owner, 1_000n * ETHER)
      await mint(rig, usdc, owner, 10_000_000n * USD)
    }
  }, 30_000)
  afterAll(() => rig.stop())
  const allow = async (spender: Address) => {
    for (const owner of [ALICE, BOB])
      for (const token of [weth, usdc]) await approve(rig, token, spender, owner)
  }

  describe('Euler', () => {
    let at: Euler
    beforeAll(async () => {
      at = await deployEuler(rig, weth, usdc)
      for (const vault of [at.wethVault, at.usdcVault]) await allow(vault)
      await rig.send(at.usdcVault, DEPOSIT, [60_000n * USD, BOB], BOB)
    })
    const entry = () =>
      eulerEntry.parse({
        ...base,
        protocol: 'euler-v2',
        driver: 'euler',
        evc: at.evc,
        vaults: [at.wethVault, at.usdcVault],
      })
    const borrow = (number: number, collateral: bigint, debt: bigint) => {
      const account = subAccountOf(ALICE, number)
      return borrowFromEuler(rig, at, { account, collateral, debt }, ALICE)
    }

    test('has loans in the owner’s sub-accounts, up to the last one', async () => {
      await borrow(1, 2n * ETHER + 1n, 1_000n * USD)
      await borrow(255, 4n * ETHER + 3n, 6_000n * USD)
      await rig.send(at.usdcVault, DEPOSIT, [77n * USD, ALICE], ALICE)
      await rig.send(at.usdcVault, 'function accrue(uint256)', [2n * PERCENT + 13n])
      const found = await readOnRig(rig, euler, entry(), ALICE)
      expect(found.map(({ ref }) => ref)).toEqual([null, 'sub-account 1', 'sub-account 255'])
      const worth = async (vault: Address, account: Address) =>
        rig.read(vault, 'function convertToAssets(uint256) view returns (uint256)', [
          await rig.read(vault, BALANCE, [account]),
        ])
      expect(legsIn(found[0])).toEqual([
        ['supply', 'USDC', await worth(at.usdcVault, ALICE), false],
      ])
      for (const [index, number] of [1, 255].entries()) {
        const account = subAccountOf(ALICE, number)
        const debt = await rig.read(
          at.usdcVault,
          'function debtOf(address) view returns (uint256)',
          [account],
        )
        const [backed, owed] = await rig.read(
          at.usdcVault,
          'function accountLiquidity(address, bool) view returns (uint256, uint256)',
          [account, true],
        )
        const loan = found[index + 1]
        expect(legsIn(loan)).toEqual([
          ['supply', 'WETH', await worth(at.wethVault, account), true],
          ['borrow', 'USDC', debt, undefined],
        ])
        expect(loan?.healthFactor).toBeCloseTo(Number(backed) / Number(owed), 9)
        expect(loan?.loan?.liquidationLtv).toBeCloseTo(0.85, 12)
      }
      const [bob, ...rest] = await readOnRig(rig, euler, entry(), BOB)
      expect(rest).toEqual([])
      expect(legsIn(bob)).toEqual([['supply', 'USDC', await worth(at.usdcVault, BOB), false]])
      expect(await readOnRig(rig, euler, entry(), DEPLOYER)).toEqual([])
    })
  })

  test('Fluid’s resolvers tell deposits and loans, with interest and health', async () => {
    const { lendingResolver, vaultResolver, fToken, vault } = await deployFluid(rig, weth, usdc)
    for (const spender of [fToken, vault]) await allow(spender)
    await rig.send(fToken, DEPOSIT, [500n * USD + 1n, ALICE], ALICE)
    await mint(rig, usdc, fToken, 33n * USD)
    await openAtFluid(rig, vault, 9n * ETHER, 9_000n * USD, BOB)
    await openAtFluid(rig, vault, 3n * ETHER + 1n, 4_000n * USD, ALICE)
    await rig.send(vault, 'function accrue(uint256)', [5n])
    const entry = fluidEntry.parse({
      ...base,
      protocol: 'fluid-lending',
      driver: 'fluid',
      lendingResolver,
      vaultResolver,
      native: { address: weth, symbol: 'WETH', decimals: 18 },
    })
    const [deposit, loan, ...rest] = await readOnRig(rig, fluid, entry, ALICE)
    expect(rest).toEqual([])
    const redeem = 'function previewRedeem(uint256) view returns (uint256)'
    const redeemed = await rig.read(fToken, redeem, [await rig.read(fToken, BALANCE, [ALICE])])
    expect(redeemed).toBeGreaterThan(532n * USD)
    expect(deposit).toMatchObject({ market: 'fUSDC', receiptToken: fToken })
    expect(legsIn(deposit)).toEqual([['supply', 'USDC', redeemed, undefined]])
    const [, supplied, borrowed] = await rig.read(
      vault,
      'function position(uint256) view returns (address, uint256, uint256)',
      [2n],
    )
    expect(borrowed).toBe(4_200n * USD)
    expect(loan).toMatchObject({ market: 'vault 1', ref: '2' })
    expect(legsIn(loan)).toEqual([
      ['supply', 'WETH', supplied, true],
      ['borrow', 'USDC', borrowed, undefined],
    ])
    expect(loan?.healthFactor).toBeCloseTo((6_000 * 0.9) / 4_200, 9)
    expect(loan?.loan?.liquidationPrice).toBeCloseTo(4_200 / 3 / 0.9, 6)
    expect(await readOnRig(rig, fluid, entry, DEPLOYER)).toEqual([])
  })
})
