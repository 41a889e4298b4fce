import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  type Rig,
  startRig,
  ZERO,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Address } from '../../model/address.ts'
import { at } from './fixtures/fake-chain.ts'
import { stargate, stargateEntry } from './stargate.ts'

const WETH = { address: at(7), symbol: 'WETH', decimals: 18 }
const MINT = 'function mint(address owner, uint256 shares, uint256 paid)'

describe.skipIf(isAnvilMissing())('Stargate on a real chain', () => {
  let rig: Rig
  let usdc: Address
  let vault: Address
  let first: Address
  let coins: Address
  let empty: Address
  let farm: Address

  const pool = (token: Address) =>
    deployLocal(rig, 'stargate.sol', 'StargatePool', 'address', [token])
  const read = (entry: object, owner: Address) =>
    runOnRig(
      rig,
      stargate,
      stargateEntry.parse({
        id: 'stargate',
        protocol: 'stargate',
        product: 'lp',
        driver: 'stargate',
        version: 1,
        native: WETH,
        source: 'test',
        ...entry,
      }),
      owner,
    )
  const v1 = () => ({
    pools: [first, coins, empty].map((each) => ({ pool: each, share: each })),
    farms: [{ contract: farm, places: 3 }],
    vault,
  })

  beforeAll(async () => {
    rig = await startRig()
    usdc = await deployToken(rig, 'USDC', 6)
    vault = await deployToken(rig, 'SGETH')
    first = await pool(usdc)
    coins = await pool(vault)
    empty = await pool(usdc)
    farm = await deployLocal(rig, 'stargate.sol', 'StargateFarm')
    for (const share of [coins, first]) await rig.send(farm, 'function add(address)', [share])
    await rig.send(first, MINT, [ALICE, 100n, 150n])
    await rig.send(coins, MINT, [BOB, 10n, 11n])
    await rig.send(farm, 'function deposit(uint256, uint256)', [1n, 20n], ALICE)
    await rig.send(farm, 'function deposit(uint256, uint256)', [0n, 10n], BOB)
  }, 60_000)
  afterAll(() => rig.stop())

  test('shares are told in the token at the rate of their pool, also those in a farm', async () => {
    expect(await read(v1(), ALICE)).toMatchObject([
      {
        market: 'USDC',
        receiptToken: first,
        legs: [{ role: 'lp', token: usdc, decimals: 6, amount: 150n }],
      },
      { market: 'USDC', legs: [{ role: 'stake', token: usdc, amount: 30n }] },
    ])
  })

  test('what stands for the coin is told as the wrapped coin', async () => {
    expect(await read(v1(), BOB)).toMatchObject([
      { legs: [{ role: 'lp', symbol: 'WETH', amount: 11n }] },
      { legs: [{ role: 'stake', symbol: 'WETH', amount: 11n }] },
    ])
  })

  test('whoever has no shares costs one round', async () => {
    expect(await read(v1(), DEPLOYER)).toEqual([])
  })

  test('shares of a pool that is not listed make the answer unreadable', async () => {
    const pools = [{ pool: coins, share: coins }]
    await expect(read({ ...v1(), pools }, ALICE)).rejects.toThrow('not listed')
  })

  test('a share of the second version is one token, and stakes are told beside it', async () => {
    const share = await deployToken(rig, 'S*USDC', 6)
    const ofCoins = await deployToken(rig, 'S*ETH')
    const staking = await deployLocal(rig, 'stargate.sol', 'StargateStaking')
    await mint(rig, share, ALICE, 5n)
    await rig.send(staking, 'function deposit(address, uint256)', [ofCoins, 9n], ALICE)
    const found = await read(
      {
        version: 2,
        pools: [
          { pool: first, share },
          { pool: await pool(ZERO), share: ofCoins },
        ],
        farms: [{ contract: staking, places: 0 }],
      },
      ALICE,
    )
    expect(found).toMatchObject([
      { receiptToken: share, legs: [{ role: 'lp', symbol: 'USDC', amount: 5n }] },
      { legs: [{ role: 'stake', symbol: 'WETH', amount: 9n }] },
    ])
  })
})
