import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  deployLocal,
  deployToken,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { amountsIn, revertAfterwards, runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { lista, listaEntry } from './lista.ts'
import { maker, makerEntry } from './maker.ts'

const ETHER = 10n ** 18n
const RAY = 10n ** 27n
const ETH_A = `0x${Buffer.from('ETH-A').toString('hex').padEnd(64, '0')}` as const
const BTC_A = `0x${Buffer.from('WBTC-A').toString('hex').padEnd(64, '0')}` as const
const base = { product: 'lending', source: 'test' } as const
const token = (address: Address, symbol: string, decimals = 18) => ({ address, symbol, decimals })

describe.skipIf(isAnvilMissing())('vaults as Maker makes them on a real chain', () => {
  let rig: Rig
  let weth: Address
  let wbtc: Address
  let coin: Address
  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH')
    wbtc = await deployToken(rig, 'WBTC', 8)
    coin = await deployToken(rig, 'COIN')
  }, 60_000)
  afterAll(() => rig.stop())
  beforeEach(() => revertAfterwards(rig))
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'maker.sol', name, types, args)

  describe('Maker', () => {
    let vat: Address
    let cdps: Address
    let pot: Address
    let entry: ReturnType<typeof makerEntry.parse>
    const FROB = 'function frob(bytes32, address, uint256, uint256)'

    beforeAll(async () => {
      vat = await deploy('Vat')
      cdps = await deploy('Cdps')
      pot = await deploy('Pot')
      const spotter = await deploy('Spotter')
      const registry = await deploy('IlkRegistry')
      // 2,000 and 30,000 dollars at 150 %
      await rig.send(vat, 'function init(bytes32, uint256)', [ETH_A, (2_000n * RAY * 2n) / 3n])
      await rig.send(vat, 'function init(bytes32, uint256)', [BTC_A, 20_000n * RAY])
      for (const ilk of [ETH_A, BTC_A])
        await rig.send(spotter, 'function file(bytes32, uint256)', [ilk, (3n * RAY) / 2n])
      const put = 'function put(bytes32, address, uint256, string)'
      await rig.send(registry, put, [ETH_A, weth, 18n, 'WETH'])
      await rig.send(registry, put, [BTC_A, wbtc, 8n, 'WBTC'])
      entry = makerEntry.parse({
        ...base,
        id: 'maker',
        protocol: 'sky-lending',
        driver: 'maker',
        getCdps: cdps,
        manager: cdps,
        vat,
        spotter,
        registry,
        pot,
        dai: token(coin, 'DAI'),
      })
    })
    const open = async (ilk: `0x${string}`, owner: Address) => {
      await rig.send(cdps, 'function open(bytes32, address)', [ilk, owner])
      const [, urns] = await rig.read(
        cdps,
        'function getCdpsAsc(address, address) view returns (uint256[], address[], bytes32[])',
        [cdps, owner],
      )
      const urn = urns.at(-1)
      if (urn === undefined) throw new Error('no vault')
      return urn
    }

    test('an owner without vaults and savings has nothing', async () => {
      await open(ETH_A, BOB)
      expect(await runOnRig(rig, maker, entry, ALICE)).toEqual([])
    })

    test('two vaults are two positions, with the debt that the rate has made', async () => {
      const one = await open(ETH_A, ALICE)
      const two = await open(BTC_A, ALICE)
      await rig.send(vat, FROB, [ETH_A, one, 10n * ETHER, 5_000n * ETHER])
      await rig.send(vat, FROB, [BTC_A, two, ETHER / 2n, 0n])
      await rig.send(vat, 'function fold(bytes32, uint256)', [ETH_A, (11n * RAY) / 10n])
      const [eth, btc] = await runOnRig(rig, maker, entry, ALICE)
      expect(amountsIn(eth)).toEqual({
        'collateral WETH': 10n * ETHER,
        'borrow DAI': 5_500n * ETHER,
      })
      expect(eth).toMatchObject({ market: 'ETH-A', ref: '1' })
      // 20,000 of collateral at 150 % against 5,500
      expect(eth?.healthFactor).toBeCloseTo(20_000 / 1.5 / 5_500, 10)
      expect(eth?.loan?.ltv).toBeCloseTo(5_500 / 20_000, 10)
      expect(eth?.loan?.liquidationLtv).toBeCloseTo(2 / 3, 10)
      expect(eth?.loan?.liquidationPrice).toBeCloseTo(825, 10)
      expect(amountsIn(btc)).toEqual({ 'collateral WBTC': 50_000_000n })
      expect(btc).toMatchObject({ market: 'WBTC-A', ref: '2', healthFactor: null })
      expect(btc?.loan).toBeUndefined()
    })

    test('the health factor is below 1 when the vault is not safe, at the price that it reports', async () => {
      const urn = await open(ETH_A, ALICE)
      await rig.send(vat, FROB, [ETH_A, urn, 10n * ETHER, 12_000n * ETHER])
      const isSafe = () =>
        rig.read(vat, 'function isSafe(bytes32, address) view returns (bool)', [ETH_A, urn])
      for (const [price, safe] of [
        [1_801n, true],
        [1_799n, false],
      ] as const) {
        await rig.send(vat, 'function file(bytes32, uint256)', [ETH_A, (price * RAY * 2n) / 3n])
        const [vault] = await runOnRig(rig, maker, entry, ALICE)
        expect(vault?.loan?.liquidationPrice).toBeCloseTo(1_800, 10)
        expect(await isSafe()).toBe(safe)
        expect((vault?.healthFactor ?? 0) > 1).toBe(safe)
      }
    })

    test('savings are reported with what they earned', async () => {
      await rig.send(pot, 'function join(address, uint256)', [ALICE, 100n * ETHER])
      await rig.send(pot, 'function drip(uint256)', [(105n * RAY) / 100n])
      const [savings] = await runOnRig(rig, maker, entry, ALICE)
      expect(savings).toMatchObject({
        market: 'DSR',
        legs: [{ role: 'supply', collateral: false }],
      })
      expect(amountsIn(savings)).toEqual({ 'supply DAI': 105n * ETHER })
    })
  })

  describe('Lista', () => {
    const DEPOSIT = 'function deposit(address, uint256)'
    const BORROW = 'function borrow(address, uint256)'
    let vat: Address
    let interaction: Address
    const entry = () =>
      listaEntry.parse({
        ...base,
        id: 'lista',
        protocol: 'helio-protocol',
        driver: 'lista',
        interaction,
        vat,
        debt: token(coin, 'lisUSD'),
        // The second is a receipt that represents WBTC, the third is not taken.
        collaterals: [{ address: weth }, { address: coin, standsFor: wbtc }, { address: wbtc }],
      })

    beforeAll(async () => {
      vat = await deploy('Vat')
      interaction = await deploy('Interaction', 'address', [vat])
      const set = 'function setCollateralType(address, bytes32, uint256, uint256)'
      await rig.send(interaction, set, [weth, ETH_A, 600n * ETHER, (5n * RAY) / 4n])
      await rig.send(interaction, set, [coin, BTC_A, 60_000n * ETHER, (5n * RAY) / 4n])
    })

    test('an owner who locked nothing has nothing, though one collateral is not taken', async () => {
      expect(await runOnRig(rig, lista, entry(), ALICE)).toEqual([])
    })

    test('a loan is reported without the 100 wei that the contract adds, at its own liquidation price', async () => {
      await rig.send(interaction, DEPOSIT, [weth, 10n * ETHER], ALICE)
      await rig.send(interaction, BORROW, [weth, 2_400n * ETHER], ALICE)
      await rig.send(interaction, DEPOSIT, [coin, 3n * ETHER], ALICE)
      const [loan, only] = await runOnRig(rig, lista, entry(), ALICE)
      expect(amountsIn(loan)).toEqual({
        'collateral WETH': 10n * ETHER,
        'borrow lisUSD': 2_400n * ETHER,
      })
      const price = await rig.read(
        interaction,
        'function currentLiquidationPrice(address, address) view returns (uint256)',
        [weth, ALICE],
      )
      expect(loan?.loan).toEqual({
        ltv: 0.4,
        liquidationLtv: 0.8,
        liquidationPrice: Number(price) / 1e18,
      })
      expect(loan?.healthFactor).toBe(2)
      // The receipt has 18 decimals, WBTC has 8.
      expect(amountsIn(only)).toEqual({ 'collateral WBTC': 3n * 10n ** 8n })
      expect(only?.legs[0]?.token).toBe(wbtc)
    })

    test('what an auction left over is reported, also without a vault', async () => {
      await rig.send(interaction, 'function leave(address, address, uint256)', [weth, ALICE, 7n])
      const [left] = await runOnRig(rig, lista, entry(), ALICE)
      expect(amountsIn(left)).toEqual({ 'reward WETH': 7n })
      expect(left?.loan).toBeUndefined()
    })
  })
})
