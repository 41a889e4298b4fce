import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
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
import {
  createPool,
  deployTrader,
  deployUniswapV3,
  inOrder,
  mintPosition,
  positionIds,
  withdrawalOf,
} from '../../../testing/wallet/evm/uniswap.ts'
import type { Finding } from '../../model/finding.ts'
import { velodrome, velodromeEntry } from './velodrome.ts'

const ETHER = 10n ** 18n
const MILLION = 10n ** 6n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const base = { id: 'it', product: 'lp', source: 'test' } as const

const legsIn = (found: Finding | undefined) =>
  found?.legs.map(({ role, symbol, amount }) => [role, symbol, amount])

describe.skipIf(isAnvilMissing())('positions at Velodrome on a real chain', () => {
  let rig: Rig
  let dai: Address
  let usdc: Address
  beforeAll(async () => {
    rig = await startRig()
    dai = await deployToken(rig, 'DAI', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB]) {
      await mint(rig, dai, owner, 1_000_000n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * MILLION)
    }
  }, 30_000)
  afterAll(() => rig.stop())
  const held = (token: Address, owner = ALICE) => rig.read(token, BALANCE, [owner])

  describe('Velodrome', () => {
    let sugar: Address
    let emissions: Address
    const pools: { pool: Address; gauge: Address }[] = []
    beforeAll(async () => {
      sugar = await deployLocal(rig, 'velodrome.sol', 'Sugar')
      emissions = await deployToken(rig, 'VELO', 18)
      for (const factor of [1n, 3n, 5n]) {
        const pool = await deployLocal(rig, 'velodrome.sol', 'VeloPool', 'address, address', [
          dai,
          usdc,
        ])
        const gauge = await deployLocal(rig, 'gauge.sol', 'Gauge', 'address', [pool])
        await rig.send(sugar, 'function add(address, address)', [pool, gauge])
        for (const owner of [ALICE, BOB]) {
          for (const coin of [dai, usdc]) await approve(rig, coin, pool, owner)
          const amounts = [factor * 700n * ETHER + 1n, factor * 900n * MILLION] as const
          await rig.send(pool, 'function deposit(uint256, uint256)', amounts, owner)
        }
        pools.push({ pool, gauge })
      }
    })
    const entry = (limit: number) =>
      velodromeEntry.parse({
        ...base,
        protocol: 'velodrome-v2',
        driver: 'velodrome',
        sugar,
        factories: [{ factory: sugar, limit }],
        emissions: { address: emissions, symbol: 'VELO', decimals: 18 },
      })
    const poolAt = (at: number) => pools[at] ?? { pool: sugar, gauge: sugar }

    test('pays what was found for loose and staked shares, fees and emissions', async () => {
      const { pool, gauge } = poolAt(1)
      await approve(rig, pool, gauge, ALICE)
      await rig.send(gauge, 'function deposit(uint256)', [(await held(pool)) / 4n], ALICE)
      await rig.send(gauge, 'function setEarned(address, uint256)', [ALICE, 12n * ETHER + 5n])
      await rig.send(pool, 'function swap(uint256, uint256)', [0n, 100n * ETHER], BOB)
      await rig.send(pool, 'function swap(uint256, uint256)', [1n, 70n * MILLION], BOB)
      const found = await readOnRig(rig, velodrome, entry(3), ALICE)
      expect(found.map(({ receiptToken }) => receiptToken)).toEqual(pools.map(({ pool }) => pool))
      const burn = 'function burn(uint256) returns (uint256, uint256)'
      const burned = (shares: bigint, owner: Address) =>
        gained(rig, [dai, usdc], owner, () => rig.send(pool, burn, [shares], owner))
      const loose = await burned(await held(pool), ALICE)
      // Shares are alike: Bob's are paid as the staked ones would be.
      const staked = await burned(await held(gauge), BOB)
      const claim = 'function claimFees() returns (uint256, uint256)'
      const fees = await gained(rig, [dai, usdc], ALICE, () => rig.send(pool, claim, [], ALICE))
      expect(fees.every((fee) => fee > 0n)).toBe(true)
      expect(legsIn(found[1])).toEqual([
        ['lp', 'DAI', loose[0]],
        ['lp', 'USDC', loose[1]],
        ['stake', 'DAI', staked[0]],
        ['stake', 'USDC', staked[1]],
        ['reward', 'DAI', fees[0]],
        ['reward', 'USDC', fees[1]],
        ['reward', 'VELO', 12n * ETHER + 5n],
      ])
      expect(await readOnRig(rig, velodrome, entry(3), DEPLOYER)).toEqual([])
    })

    test('has more pools than the limit, and says so to those who use it', async () => {
      const found = await readOnRig(rig, velodrome, entry(2), ALICE)
      expect(found.map(({ isUnread }) => isUnread ?? false)).toEqual([false, false, true])
      expect(await readOnRig(rig, velodrome, entry(2), DEPLOYER)).toEqual([])
    })
  })

  test('a staked NFT of Velodrome is found with what it would pay, and a loose one is left to its manager', async () => {
    const v3 = await deployUniswapV3(rig)
    const tokens = inOrder(dai, usdc)
    const pool = await createPool(rig, v3, tokens)
    for (const [lower, amount] of [
      [-600, 10n ** 12n],
      [-1200, 7n * 10n ** 11n + 3n],
    ] as const)
      await mintPosition(rig, v3, tokens, { lower, upper: 600, amount }, ALICE)
    await (await deployTrader(rig, v3, tokens))(dai, 10n ** 10n + 7n)
    const velo = await deployToken(rig, 'VELO', 18)
    const [loose = 0n, staked = 0n] = await positionIds(rig, v3, ALICE)
    const sugar = await deployLocal(rig, 'velodrome.sol', 'StakedNfts', 'address, address', [
      v3.positionManager,
      pool,
    ])
    await rig.send(v3.positionManager, 'function approve(address, uint256)', [sugar, staked], ALICE)
    await rig.send(sugar, 'function deposit(uint256)', [staked], ALICE)
    await rig.send(sugar, 'function setEarned(address, uint256)', [ALICE, 31n])
    const entry = velodromeEntry.parse({
      ...base,
      protocol: 'velodrome-v3',
      driver: 'velodrome',
      sugar,
      factories: [{ factory: sugar, limit: 3 }],
      emissions: { address: velo, symbol: 'VELO', decimals: 18 },
    })
    const [found, ...rest] = await readOnRig(rig, velodrome, entry, ALICE)
    expect(rest).toEqual([])
    expect([found?.ref, loose === staked]).toEqual([staked.toString(), false])
    await rig.send(sugar, 'function withdraw()', [], ALICE)
    const { held: paid } = await withdrawalOf(rig, v3, staked, ALICE)
    const symbols = tokens.map((token) => (token === dai ? 'DAI' : 'USDC'))
    expect(legsIn(found)).toEqual([
      ['stake', symbols[0], paid[0]],
      ['stake', symbols[1], paid[1]],
      ['reward', 'VELO', 31n],
    ])
    expect(await readOnRig(rig, velodrome, entry, ALICE)).toEqual([])
  })
})
