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
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { curveLoan, curveLoanEntry } from './curve-loan.ts'
import { liquity, liquityEntry } from './liquity.ts'

const ETHER = 10n ** 18n
const base = { product: 'lending', source: 'test' } as const
const token = (address: Address, symbol: string, decimals = 18) => ({ address, symbol, decimals })

function amounts(finding: Finding | undefined): Record<string, bigint> {
  const legs = finding?.legs ?? []
  return Object.fromEntries(legs.map(({ role, symbol, amount }) => [`${role} ${symbol}`, amount]))
}

describe.skipIf(isAnvilMissing())('loans of a coin of their own on a real chain', () => {
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
  beforeEach(async () => {
    const snapshot = await rig.rpc('evm_snapshot', [])
    return async () => {
      await rig.rpc('evm_revert', [snapshot])
    }
  })
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'cdps.sol', name, types, args)

  describe('Liquity', () => {
    let troves: Address
    const entry = (more: object = {}) =>
      liquityEntry.parse({
        ...base,
        id: 'liquity',
        protocol: 'liquity',
        driver: 'liquity',
        troveManager: troves,
        collateral: token(weth, 'WETH'),
        debt: token(coin, 'LUSD'),
        ...more,
      })
    const whole = () =>
      entry({
        priceFeed: troves,
        surplusPool: troves,
        stabilityPool: troves,
        staking: { contract: troves, token: token(wbtc, 'LQTY') },
      })
    beforeAll(async () => {
      troves = await deploy('Troves')
      await rig.send(troves, 'function setPrice(uint256)', [2_000n * ETHER])
    })
    const openTrove = () =>
      rig.send(troves, 'function openTrove(uint256, uint256)', [10n * ETHER, 8_000n * ETHER], ALICE)

    test.each(['Liquity', 'a protocol made from it'])('a trove of %s', async (of) => {
      await openTrove()
      const [trove, ...rest] = await runOnRig(
        rig,
        liquity,
        of === 'Liquity' ? whole() : entry(),
        ALICE,
      )
      expect(rest).toEqual([])
      expect(amounts(trove)).toEqual({
        'collateral WETH': 10n * ETHER,
        'borrow LUSD': 8_000n * ETHER,
      })
      const ratio = await rig.read(
        troves,
        'function getCurrentICR(address, uint256) view returns (uint256)',
        [ALICE, 2_000n * ETHER],
      )
      expect(trove?.healthFactor).toBeCloseTo(Number(ratio) / 1e18 / 1.1, 10)
      expect(trove?.loan?.ltv).toBeCloseTo(0.4, 10)
      expect(trove?.loan?.liquidationLtv).toBeCloseTo(1 / 1.1, 10)
      expect(trove?.loan?.liquidationPrice).toBeCloseTo(880, 10)
    })

    test('collateral that was left over when others closed the trove can be claimed', async () => {
      await openTrove()
      await rig.send(troves, 'function redeem(address)', [ALICE])
      const [found] = await runOnRig(rig, liquity, whole(), ALICE)
      expect(amounts(found)).toEqual({ 'reward WETH': 6n * ETHER })
      expect(found?.loan).toBeUndefined()
    })

    test('deposits in the stability pool and staked LQTY are positions of their own, with their gains', async () => {
      await rig.send(troves, 'function provideToSP(uint256)', [1_000n * ETHER], ALICE)
      const offset = 'function offset(address, uint256, uint256, uint256)'
      await rig.send(troves, offset, [ALICE, 300n * ETHER, ETHER / 5n, 7n])
      await rig.send(troves, 'function stake(uint256)', [50n], ALICE)
      await rig.send(troves, 'function payFees(address, uint256, uint256)', [ALICE, 2n, 3n])
      const [pool, staking] = await runOnRig(rig, liquity, whole(), ALICE)
      expect(pool).toMatchObject({ product: 'vault', market: 'Stability Pool' })
      expect(amounts(pool)).toEqual({
        'supply LUSD': 700n * ETHER,
        'reward WETH': ETHER / 5n,
        'reward LQTY': 7n,
      })
      expect(staking).toMatchObject({ product: 'staking', market: 'LQTY' })
      expect(amounts(staking)).toEqual({ 'stake LQTY': 50n, 'reward WETH': 2n, 'reward LUSD': 3n })
    })

    test('an owner with nothing has nothing', async () => {
      expect(await runOnRig(rig, liquity, whole(), BOB)).toEqual([])
    })
  })

  describe('crvUSD', () => {
    const CREATE = 'function create_loan(uint256, uint256)'
    let factory: Address
    let controllers: Address[]
    beforeAll(async () => {
      factory = await deploy('ControllerFactory')
      controllers = []
      for (const [price, decimals, collateral] of [
        [2_000n, 18n, weth],
        [60_000n, 8n, wbtc],
        [2_000n, 18n, weth],
      ] as const) {
        const types = 'uint256, uint256, address, address'
        const each = await deploy('Controller', types, [price * ETHER, decimals, collateral, coin])
        await rig.send(factory, 'function add(address)', [each])
        controllers.push(each)
      }
    })
    /** Lists the first two of the three controllers. */
    const entry = () =>
      curveLoanEntry.parse({
        ...base,
        id: 'crvusd',
        protocol: 'crvusd',
        driver: 'curve-loan',
        factory,
        count: 'n_collaterals',
        controllers: controllers.slice(0, 2),
        borrowed: token(coin, 'crvUSD'),
        followsNew: true,
      })
    const llamaLend = () => {
      const { borrowed: _, ...rest } = entry()
      return curveLoanEntry.parse({ ...rest, count: 'market_count', followsNew: false })
    }
    const controller = (at: number): Address => controllers[at] ?? factory

    test('a loan whose collateral is sold in part counts both parts', async () => {
      await rig.send(controller(1), CREATE, [10n ** 8n, 30_000n * ETHER], ALICE)
      await rig.send(controller(1), 'function sell(address, uint256)', [ALICE, 10n ** 7n])
      const [loan, ...rest] = await runOnRig(rig, curveLoan, entry(), ALICE)
      expect(rest).toEqual([])
      expect(amounts(loan)).toEqual({
        'collateral WBTC': 9n * 10n ** 7n,
        'collateral crvUSD': 6_000n * ETHER,
        'borrow crvUSD': 30_000n * ETHER,
      })
      const health = await rig.read(
        controller(1),
        'function health(address, bool) view returns (int256)',
        [ALICE, true],
      )
      expect(loan?.healthFactor).toBeCloseTo(1 + Number(health) / 1e18, 10)
      expect(loan).toMatchObject({
        market: 'WBTC/crvUSD',
        loan: { ltv: 0.5, liquidationLtv: null, liquidationPrice: 40_000 },
      })
    })

    test('LlamaLend’s controllers say what was lent, and users of it are told of markets that are not listed', async () => {
      await rig.send(controller(2), CREATE, [ETHER, 1_000n * ETHER], ALICE)
      expect(await runOnRig(rig, curveLoan, llamaLend(), ALICE)).toEqual([])
      await rig.send(controller(0), CREATE, [2n * ETHER, 1_000n * ETHER], ALICE)
      const [loan, rest] = await runOnRig(rig, curveLoan, llamaLend(), ALICE)
      expect(amounts(loan)).toEqual({
        'collateral WETH': 2n * ETHER,
        'borrow COIN': 1_000n * ETHER,
      })
      expect(loan).toMatchObject({ market: 'WETH/COIN', loan: { ltv: 0.25 } })
      expect(rest).toMatchObject({ isUnread: true })
    })

    test('a loan at a controller that is not listed is told as unread, and none is not', async () => {
      expect(await runOnRig(rig, curveLoan, entry(), ALICE)).toEqual([])
      await rig.send(controller(2), CREATE, [ETHER, 1_000n * ETHER], ALICE)
      expect(await runOnRig(rig, curveLoan, entry(), ALICE)).toMatchObject([{ isUnread: true }])
    })
  })
})
