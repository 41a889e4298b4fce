import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import type { Address } from '../../model/address.ts'
import type { Finding } from '../../model/finding.ts'
import { uniswapV4, uniswapV4Entry } from './uniswap-v4.ts'
import { velodrome, velodromeEntry } from './velodrome.ts'

const ETHER = 10n ** 18n
const MILLION = 10n ** 6n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const base = { id: 'it', product: 'lp', source: 'test' } as const

const legsIn = (found: Finding | undefined) =>
  found?.legs.map(({ role, symbol, amount }) => [role, symbol, amount])

describe.skipIf(isAnvilMissing())('positions at Velodrome and Uniswap v4 on a real chain', () => {
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

  test('NFTs of Uniswap v4 are counted as their manager counts them', async () => {
    const manager = await deployLocal(rig, 'nfts.sol', 'PositionManager')
    for (const _ of [1, 2, 3]) await rig.send(manager, 'function mint()', [], ALICE)
    await rig.send(manager, 'function burn(uint256)', [2n], ALICE)
    const entry = uniswapV4Entry.parse({
      ...base,
      protocol: 'uniswap-v4',
      driver: 'uniswap-v4',
      manager,
    })
    const [counted, rest] = await readOnRig(rig, uniswapV4, entry, ALICE)
    expect(counted?.legs).toMatchObject([{ amount: await held(manager), isUnread: true }])
    expect(counted?.legs[0]?.amount).toBe(2n)
    expect(rest).toMatchObject({ isUnread: true })
    expect(await readOnRig(rig, uniswapV4, entry, BOB)).toEqual([])
  })
})
