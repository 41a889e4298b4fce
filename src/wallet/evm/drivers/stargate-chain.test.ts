import { toHex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  ZERO,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import {
  addToStargate,
  createStargatePool,
  deployStargate,
  deployStargateEther,
  deployStargateFarm,
  redeemFromStargate,
  type Stargate,
  swapToStargate,
} from '../../../testing/wallet/evm/stargate.ts'
import { at, entryOf } from './fixtures/fake-chain.ts'
import { stargate } from './stargate.ts'

const WETH = { address: at(7), symbol: 'WETH', decimals: 18 }
const ETHER = 10n ** 18n
const STAKED = 33_333_333n
const BALANCE = 'function balanceOf(address) view returns (uint256)'

describeOnAnvil('Stargate on a real chain', (rig) => {
  let published: Stargate
  let dai: Address
  let vault: Address
  let first: Address
  let coins: Address
  let empty: Address
  let farm: Address

  const read = (entry: object, owner: Address) =>
    runOnRig(
      rig,
      stargate,
      entryOf(stargate, { product: 'lp', version: 1, native: WETH, ...entry }),
      owner,
    )
  const v1 = () => ({
    pools: [first, coins, empty].map((each) => ({ pool: each, share: each })),
    farms: [{ contract: farm, places: 3 }],
    vault,
  })

  beforeAll(async () => {
    published = await deployStargate(rig)
    dai = await deployToken(rig, 'DAI')
    vault = await deployStargateEther(rig, BOB, 20n * ETHER)
    first = await createStargatePool(rig, published, 3n, dai, 18)
    coins = await createStargatePool(rig, published, 13n, vault, 18)
    // To everybody else the token pays the coin itself.
    await rig.send(vault, 'function setNoUnwrapTo(address)', [coins])
    empty = await createStargatePool(rig, published, 2n, await deployToken(rig, 'USDT', 6), 6)
    farm = await deployStargateFarm(rig, dai, [coins, first])

    await mint(rig, dai, ALICE, 100n * ETHER)
    await approve(rig, dai, published.router, ALICE)
    await approve(rig, vault, published.router, BOB)
    await addToStargate(rig, published, 3n, 100n * ETHER, ALICE)
    await addToStargate(rig, published, 13n, 20n * ETHER, BOB)
    // Of what is paid out and earned, the pool keeps six decimals.
    await swapToStargate(rig, published, 3n, { amount: 9_000_000n, lpFee: 7_654_321n }, DEPLOYER)
    for (const [share, place, staked, owner] of [
      [first, 1n, STAKED, ALICE],
      [coins, 0n, 8_000_000n, BOB],
    ] as const) {
      await approve(rig, share, farm, owner)
      await rig.send(farm, 'function deposit(uint256, uint256)', [place, staked], owner)
    }
  }, 60_000)

  test('shares, loose and in a farm, are what their pool pays for them', async () => {
    const found = await read(v1(), ALICE)
    expect(found).toMatchObject([
      { market: 'DAI', receiptToken: first, legs: [{ role: 'lp', token: dai, decimals: 18 }] },
      { market: 'DAI', legs: [{ role: 'stake', token: dai }] },
    ])
    const loose = await rig.read(first, BALANCE, [ALICE])
    const paid = await gained(rig, [dai], ALICE, () =>
      redeemFromStargate(rig, published, 3, loose, ALICE),
    )
    const paidForStake = await gained(rig, [dai], ALICE, async () => {
      await rig.send(farm, 'function withdraw(uint256, uint256)', [1n, STAKED], ALICE)
      await redeemFromStargate(rig, published, 3, STAKED, ALICE)
    })
    expect(found.map(({ legs }) => legs[0]?.amount)).toEqual([...paid, ...paidForStake])
    expect(paid[0]).toBeGreaterThan(loose * 10n ** 12n)
  })

  test('what represents the coin is reported as the wrapped coin, since it is paid out as the coin', async () => {
    const found = await read(v1(), BOB)
    expect(found).toMatchObject([
      { legs: [{ role: 'lp', symbol: 'WETH', amount: 12n * ETHER }] },
      { legs: [{ role: 'stake', symbol: 'WETH', amount: 8n * ETHER }] },
    ])
    await redeemFromStargate(rig, published, 13, 12_000_000n, BOB, at(99))
    expect(await rig.rpc('eth_getBalance', [at(99), 'latest'])).toBe(toHex(12n * ETHER))
  })

  test('an owner who has no shares costs one round', async () => {
    expect(await read(v1(), DEPLOYER)).toEqual([])
  })

  test('shares of a pool that is not listed make the answer unreadable', async () => {
    const pools = [{ pool: coins, share: coins }]
    await expect(read({ ...v1(), pools }, ALICE)).rejects.toThrow('not listed')
  })

  test('a share of the second version is one token, and stakes are reported beside it', async () => {
    const share = await deployToken(rig, 'S*DAI')
    const ofCoins = await deployToken(rig, 'S*ETH')
    const pool = (token: Address) =>
      deployLocal(rig, 'stargate.sol', 'StargatePool', 'address', [token])
    const staking = await deployLocal(rig, 'stargate.sol', 'StargateStaking')
    await mint(rig, share, ALICE, 5n)
    await rig.send(staking, 'function deposit(address, uint256)', [ofCoins, 9n], ALICE)
    const found = await read(
      {
        version: 2,
        pools: [
          { pool: await pool(dai), share },
          { pool: await pool(ZERO), share: ofCoins },
        ],
        farms: [{ contract: staking, places: 0 }],
      },
      ALICE,
    )
    expect(found).toMatchObject([
      { receiptToken: share, legs: [{ role: 'lp', symbol: 'DAI', amount: 5n }] },
      { legs: [{ role: 'stake', symbol: 'WETH', amount: 9n }] },
    ])
  })
})
