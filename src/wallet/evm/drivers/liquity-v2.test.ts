import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  deployLocal,
  deployToken,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { revertAfterwards, runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at, holds, runDriver } from './fixtures/fake-chain.ts'
import { liquityV2, liquityV2Entry } from './liquity-v2.ts'

const ETHER = 10n ** 18n
/** What a trove keeps for who liquidates it. */
const RESERVE = (ETHER * 375n) / 10_000n
const OPEN = 'function openTrove(address, uint256, uint256, uint256)'

function entryOf(branch: Address, zapper: Address) {
  return liquityV2Entry.parse({
    id: 'liquity-v2-weth',
    protocol: 'liquity-v2',
    product: 'lending',
    source: 'test',
    driver: 'liquity-v2',
    troveManager: branch,
    troveNft: branch,
    borrowerOperations: branch,
    priceFeed: branch,
    stabilityPool: branch,
    surplusPool: branch,
    zappers: [zapper],
    collateral: { address: at(90), symbol: 'WETH', decimals: 18 },
    debt: { address: at(91), symbol: 'BOLD', decimals: 18 },
    reserve: { address: at(92), symbol: 'WETH', decimals: 18 },
  })
}

test('a stability pool that cannot be read makes the branch unreadable', () => {
  const facts = [holds(at(1), ALICE, 0n)]
  expect(() => runDriver(liquityV2, entryOf(at(1), at(2)), ALICE, facts)).toThrow(Unreadable)
})

describe.skipIf(isAnvilMissing())('Liquity v2 on a real chain', () => {
  let rig: Rig
  let branch: Address
  let zapper: Address
  beforeAll(async () => {
    rig = await startRig()
    await deployToken(rig, 'WETH')
    branch = await deployLocal(rig, 'cdps.sol', 'Branch')
    zapper = await deployLocal(rig, 'cdps.sol', 'Zapper')
  }, 60_000)
  afterAll(() => rig.stop())
  beforeEach(() => revertAfterwards(rig))
  const read = (owner: Address) => runOnRig(rig, liquityV2, entryOf(branch, zapper), owner)
  const zap = (index: bigint, coll: bigint, debt: bigint, from: Address) =>
    rig.send(
      zapper,
      'function openTrove(address, address, uint256, uint256, uint256)',
      [branch, from, index, coll, debt],
      from,
    )

  test('troves that the owner or a zapper opened are found by their ids', async () => {
    await rig.send(branch, OPEN, [ALICE, 2n, 10n * ETHER, 8_000n * ETHER], ALICE)
    await zap(0n, 3n * ETHER, 3_000n * ETHER, ALICE)
    await zap(0n, 5n * ETHER, 3_000n * ETHER, BOB)
    const [zapped, own, ...rest] = await read(ALICE)
    expect(rest).toEqual([])
    expect(own?.legs).toMatchObject([
      { role: 'collateral', symbol: 'WETH', amount: 10n * ETHER },
      { role: 'borrow', symbol: 'BOLD', amount: 8_000n * ETHER },
      { role: 'supply', token: at(92), amount: RESERVE, collateral: false },
    ])
    expect(zapped?.legs).toMatchObject([
      { amount: 3n * ETHER },
      { amount: 3_000n * ETHER },
      { amount: RESERVE },
    ])
    const icr = await rig.read(
      branch,
      'function getCurrentICR(uint256, uint256) view returns (uint256)',
      [BigInt(own?.ref ?? 0), 2_000n * ETHER],
    )
    expect(own?.healthFactor).toBeCloseTo(Number(icr) / 1e18 / 1.1, 10)
    expect(own?.loan?.liquidationPrice).toBeCloseTo(880, 10)
    expect(own?.loan?.ltv).toBeCloseTo(0.4, 10)
  })

  test('a trove that someone else opened is counted, and one that was given away is not reported', async () => {
    await rig.send(branch, OPEN, [ALICE, 0n, ETHER, 1_000n * ETHER], BOB)
    await rig.send(branch, OPEN, [ALICE, 0n, ETHER, 1_000n * ETHER], ALICE)
    expect(await read(ALICE)).toMatchObject([
      { legs: [{ role: 'collateral' }, { role: 'borrow' }, { role: 'supply' }] },
      { legs: [{ amount: 1n, isUnread: true }] },
    ])
    const [trove] = await read(ALICE)
    const give = 'function transferFrom(address, address, uint256)'
    await rig.send(branch, give, [ALICE, BOB, BigInt(trove?.ref ?? 0)], ALICE)
    expect(await read(ALICE)).toMatchObject([{ legs: [{ amount: 1n, isUnread: true }] }])
    expect(await read(BOB)).toMatchObject([{ legs: [{ amount: 1n, isUnread: true }] }])
  })

  test('what a liquidated trove left over is reported', async () => {
    await rig.send(branch, 'function leave(address, uint256)', [ALICE, 7n])
    expect(await read(ALICE)).toMatchObject([
      { market: 'Left over WETH', legs: [{ role: 'reward', symbol: 'WETH', amount: 7n }] },
    ])
  })

  test('a deposit in the stability pool is reported with its gains', async () => {
    expect(await read(ALICE)).toEqual([])
    await rig.send(branch, 'function provideToSP(uint256)', [100n], ALICE)
    await rig.send(branch, 'function pay(address, uint256, uint256, uint256)', [ALICE, 5n, 2n, 1n])
    expect(await read(ALICE)).toMatchObject([
      {
        product: 'vault',
        market: 'Stability Pool WETH',
        legs: [
          { role: 'supply', symbol: 'BOLD', amount: 100n },
          { role: 'reward', symbol: 'BOLD', amount: 5n },
          { role: 'reward', symbol: 'WETH', amount: 3n },
        ],
      },
    ])
  })
})
