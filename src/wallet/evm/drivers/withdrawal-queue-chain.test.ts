import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at } from './fixtures/fake-chain.ts'
import { withdrawalQueue, withdrawalQueueEntry } from './withdrawal-queue.ts'

const ETH: Address = `0x${'ee'.repeat(20)}`
const WETH = { address: at(1), symbol: 'WETH', decimals: 18 }
const STETH = { address: at(2), symbol: 'stETH', decimals: 18 }
/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
const DAY = 86_400

describe.skipIf(isAnvilMissing())('withdrawals that wait on a real chain', () => {
  let rig: Rig
  let renzo: Address
  let kelp: Address
  let swell: Address

  const read = (kind: 'renzo' | 'kelp' | 'swell', owner: Address, assets = [STETH]) =>
    runOnRig(
      rig,
      withdrawalQueue,
      withdrawalQueueEntry.parse({
        id: 'x',
        protocol: kind,
        product: 'lst',
        driver: 'withdrawal-queue',
        kind,
        queue: { renzo, kelp, swell }[kind],
        native: WETH,
        assets,
        source: 'test',
      }),
      owner,
    )

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    renzo = await deployLocal(rig, 'withdrawal-queues.sol', 'RenzoQueue')
    kelp = await deployLocal(rig, 'withdrawal-queues.sol', 'KelpQueue')
    const withdraw = 'function withdraw(address asset, uint256 amount, uint256 createdAt)'
    await rig.send(renzo, withdraw, [ETH, 5n, BigInt(START - DAY)], ALICE)
    await rig.send(renzo, withdraw, [STETH.address, 7n, BigInt(START - 4 * DAY)], ALICE)
    const initiate = 'function initiateWithdrawal(address asset, uint256 amount)'
    await rig.send(kelp, initiate, [ETH, 99n], BOB)
    for (const amount of [10n, 20n, 30n]) await rig.send(kelp, initiate, [ETH, amount], ALICE)
    await rig.send(kelp, initiate, [STETH.address, 40n], ALICE)
    await rig.send(kelp, 'function completeWithdrawal(address asset)', [ETH], ALICE)
    await rig.send(kelp, 'function unlock(address asset, uint256 end)', [ETH, 3n])
    swell = await deployLocal(rig, 'withdrawal-queues.sol', 'SwellQueue')
    const create = 'function createWithdrawRequest(uint256 amount, uint256 rate)'
    const [high, low] = [11n * 10n ** 17n, 9n * 10n ** 17n]
    for (const rate of [low, high, high]) await rig.send(swell, create, [1_000n, rate], ALICE)
    await rig.send(swell, 'function processWithdrawals(uint256, uint256)', [2n, 10n ** 18n])
    await rig.rpc('anvil_mine', ['0x5'])
  }, 60_000)
  afterAll(() => rig.stop())

  test('a request at Renzo has the first moment at which it can be claimed', async () => {
    expect(await read('renzo', ALICE)).toMatchObject([
      {
        ref: 'withdrawal 1',
        legs: [{ role: 'stake', symbol: 'WETH', amount: 5n }],
        withdrawal: { unlocksAt: START + 2 * DAY, isClaimable: false },
      },
      {
        ref: 'withdrawal 2',
        legs: [{ symbol: 'stETH', amount: 7n }],
        withdrawal: { unlocksAt: START - DAY, isClaimable: true },
      },
    ])
  })

  test('a request at Renzo for more than its queue has waits until the queue is filled', async () => {
    const queue = 'function queue(address asset, uint256 amount, uint256 createdAt)'
    const owner = DEPLOYER
    for (const amount of [30n, 20n])
      await rig.send(renzo, queue, [STETH.address, amount, BigInt(START - 4 * DAY)])
    await rig.send(renzo, 'function fill(address asset, uint256 amount)', [STETH.address, 30n])
    const claimable = async () =>
      (await read('renzo', owner)).map(({ withdrawal }) => withdrawal?.isClaimable)
    expect(await claimable()).toEqual([true, false])
    await rig.send(renzo, 'function fill(address asset, uint256 amount)', [STETH.address, 20n])
    expect(await claimable()).toEqual([true, true])
    // An oracle of risk can make the time longer.
    await rig.send(renzo, 'function slowDown(uint256 time)', [BigInt(9 * DAY)])
    const [first] = await read('renzo', owner)
    expect(first?.withdrawal).toEqual({ unlocksAt: START + 5 * DAY, isClaimable: false })
    await rig.send(renzo, 'function slowDown(uint256 time)', [0n])
  })

  test('a request at Kelp can be claimed when it is unlocked', async () => {
    const found = await read('kelp', ALICE)
    expect(found.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])).toEqual([
      ['withdrawal WETH 2', 20n, { unlocksAt: null, isClaimable: true }],
      ['withdrawal WETH 3', 30n, { unlocksAt: null, isClaimable: false }],
      ['withdrawal stETH 0', 40n, { unlocksAt: null, isClaimable: false }],
    ])
  })

  test('a request at Swell is paid at the lower of two rates', async () => {
    const found = await read('swell', ALICE)
    expect(found.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])).toEqual([
      ['withdrawal 1', 900n, { unlocksAt: null, isClaimable: true }],
      ['withdrawal 2', 1_000n, { unlocksAt: null, isClaimable: true }],
      ['withdrawal 3', 1_100n, { unlocksAt: null, isClaimable: false }],
    ])
  })

  test('an owner who asked for nothing has nothing', async () => {
    expect(await read('renzo', BOB)).toEqual([])
    expect(await read('kelp', renzo)).toEqual([])
    expect(await read('swell', BOB)).toEqual([])
  })

  test('a token that is not listed makes the answer unreadable', async () => {
    await expect(read('renzo', ALICE, [])).rejects.toThrow('not listed')
  })

  test('after the first fifty requests the rest is reported as unread', async () => {
    const withdraw = 'function withdraw(address asset, uint256 amount, uint256 createdAt)'
    for (let at = 0; at < 51; at++) await rig.send(renzo, withdraw, [ETH, 1n, 1n], BOB)
    const found = await read('renzo', BOB)
    expect(found).toHaveLength(51)
    expect(found.at(-1)).toMatchObject({ legs: [], isUnread: true })
  })
})
