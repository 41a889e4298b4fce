import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { aaveV4, aaveV4Entry } from './aave-v4.ts'
import { morphoOptimizer, morphoOptimizerEntry } from './morpho-optimizer.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const PERCENT = 10n ** 25n
const base = { id: 'it', product: 'lending', source: 'test' } as const

const legsIn = (found: Finding | undefined) =>
  found?.legs.map(({ role, symbol, amount, collateral }) => [role, symbol, amount, collateral])

describe.skipIf(isAnvilMissing())('lenders on a real chain', () => {
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
  /** Lists WETH at 2,000 and USDC at one dollar, as the first and the second asset. */
  const ledger = async (name: string) => {
    const at = await deployLocal(rig, 'spokes.sol', name)
    const list = 'function list(address, uint8, uint256)'
    await rig.send(at, list, [weth, 18, 2_000n * 10n ** 8n])
    await rig.send(at, list, [usdc, 6, 10n ** 8n])
    await allow(at)
    return at
  }
  const accrue = async (at: Address) => {
    const signature = 'function accrue(uint256, uint256, uint256)'
    await rig.send(at, signature, [0n, PERCENT + 7n, PERCENT])
    await rig.send(at, signature, [1n, PERCENT, 3n * PERCENT + 11n])
  }

  describe('a spoke of Aave V4', () => {
    let spoke: Address
    beforeAll(async () => {
      spoke = await ledger('Spoke')
      const supply = 'function supply(uint256, uint256, address)'
      await rig.send(spoke, supply, [1n, 50_000n * USD, BOB], BOB)
      await rig.send(spoke, supply, [0n, 10n * ETHER + 1n, ALICE], ALICE)
      await rig.send(spoke, supply, [1n, 100n * USD + 1n, ALICE], ALICE)
      const use = 'function setUsingAsCollateral(uint256, bool, address)'
      await rig.send(spoke, use, [0n, true, ALICE], ALICE)
      await rig.send(
        spoke,
        'function borrow(uint256, uint256, address)',
        [1n, 8_000n * USD, ALICE],
        ALICE,
      )
      await accrue(spoke)
    })
    const entry = () =>
      aaveV4Entry.parse({
        ...base,
        protocol: 'aave-v4',
        driver: 'aave-v4',
        spoke,
        tokens: [
          { address: weth, symbol: 'WETH', decimals: 18 },
          { address: usdc, symbol: 'USDC', decimals: 6 },
        ],
      })

    test('supplies, debt and health factor are the spoke’s own', async () => {
      const supplied = (id: bigint, owner = ALICE) =>
        rig.read(spoke, 'function getUserSuppliedAssets(uint256, address) view returns (uint256)', [
          id,
          owner,
        ])
      const debt = await rig.read(
        spoke,
        'function getUserTotalDebt(uint256, address) view returns (uint256)',
        [1n, ALICE],
      )
      expect(debt).toBeGreaterThan(8_200n * USD)
      const [found, ...rest] = await readOnRig(rig, aaveV4, entry(), ALICE)
      expect(rest).toEqual([])
      expect(legsIn(found)).toEqual([
        ['supply', 'WETH', await supplied(0n), true],
        ['supply', 'USDC', await supplied(1n), false],
        ['borrow', 'USDC', debt, undefined],
      ])
      // 10 WETH at 2,000 and a percent more, of which 80 % may be owed.
      expect(found?.healthFactor).toBeCloseTo((20_200 * 0.8) / (Number(debt) / 1e6), 6)
      const [bob] = await readOnRig(rig, aaveV4, entry(), BOB)
      expect(legsIn(bob)).toEqual([['supply', 'USDC', await supplied(1n, BOB), false]])
      expect(bob?.healthFactor).toBeNull()
      expect(await readOnRig(rig, aaveV4, entry(), DEPLOYER)).toEqual([])
    })
  })

  describe('Morpho’s optimizer', () => {
    test('over Aave v3 says itself what is supplied, pledged and owed', async () => {
      const morpho = await ledger('Optimizer')
      const supply =
        'function supply(address, uint256, address, uint256) returns (uint256)' as const
      await rig.send(morpho, supply, [usdc, 50_000n * USD, BOB, 4n], BOB)
      await rig.send(morpho, supply, [usdc, 70n * USD + 3n, ALICE, 4n], ALICE)
      const pledge = 'function supplyCollateral(address, uint256, address) returns (uint256)'
      await rig.send(morpho, pledge, [weth, 3n * ETHER + 1n, ALICE], ALICE)
      const borrow =
        'function borrow(address, uint256, address, address, uint256) returns (uint256)'
      await rig.send(morpho, borrow, [usdc, 2_000n * USD, ALICE, ALICE, 4n], ALICE)
      await accrue(morpho)
      const entry = morphoOptimizerEntry.parse({
        ...base,
        protocol: 'morpho-aavev3',
        driver: 'morpho-optimizer',
        over: 'aave-v3',
        contract: morpho,
      })
      const told = (name: string, token: Address) =>
        rig.read(morpho, `function ${name}(address, address) view returns (uint256)` as const, [
          token,
          ALICE,
        ])
      const [found, ...rest] = await readOnRig(rig, morphoOptimizer, entry, ALICE)
      expect(rest).toEqual([])
      expect(legsIn(found)).toEqual([
        ['collateral', 'WETH', await told('collateralBalance', weth), true],
        ['supply', 'USDC', await told('supplyBalance', usdc), false],
        ['borrow', 'USDC', await told('borrowBalance', usdc), undefined],
      ])
      expect(await told('borrowBalance', usdc)).toBeGreaterThan(2_050n * USD)
      expect(found?.healthFactor).toBeCloseTo((6_060 * 0.8) / 2_060, 6)
      expect(await readOnRig(rig, morphoOptimizer, entry, DEPLOYER)).toEqual([])
    })

    test('over Aave v2 has a lens that sums what is with users and what is at Aave', async () => {
      const lens = await ledger('OptimizerV2')
      for (const id of [0n, 1n]) await rig.send(lens, 'function open(uint256)', [id])
      const market = (id: bigint) =>
        rig.read(lens, 'function market(uint256) view returns (address)', [id])
      const [ofWeth, ofUsdc] = [await market(0n), await market(1n)]
      const supply = 'function supply(address, address, uint256)'
      await rig.send(lens, supply, [ofUsdc, BOB, 50_000n * USD], BOB)
      await rig.send(lens, supply, [ofWeth, ALICE, 5n * ETHER + 9n], ALICE)
      await rig.send(lens, 'function borrow(address, uint256)', [ofUsdc, 3_000n * USD], ALICE)
      await accrue(lens)
      const entry = morphoOptimizerEntry.parse({
        ...base,
        protocol: 'morpho-aave',
        driver: 'morpho-optimizer',
        over: 'aave-v2',
        contract: lens,
      })
      const total = async (side: 'Supply' | 'Borrow', poolToken: Address) => {
        const [onPool, inP2P] = await rig.read(
          lens,
          `function getCurrent${side}BalanceInOf(address, address) view returns (uint256, uint256, uint256)` as const,
          [poolToken, ALICE],
        )
        return onPool + inP2P
      }
      const [found, ...rest] = await readOnRig(rig, morphoOptimizer, entry, ALICE)
      expect(rest).toEqual([])
      expect(legsIn(found)).toEqual([
        ['supply', 'WETH', await total('Supply', ofWeth), true],
        ['borrow', 'USDC', await total('Borrow', ofUsdc), undefined],
      ])
      const health = 'function getUserHealthFactor(address) view returns (uint256)'
      expect(found?.healthFactor).toBeCloseTo(
        Number(await rig.read(lens, health, [ALICE])) / 1e18,
        12,
      )
      expect(await readOnRig(rig, morphoOptimizer, entry, DEPLOYER)).toEqual([])
    })
  })
})
