import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { amountsIn, scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { abracadabra, abracadabraEntry } from './abracadabra.ts'

const ADD = 'function addCollateral(uint256 amount)'
const BORROW = 'function borrow(uint128 amount)'

describe.skipIf(isAnvilMissing())('cauldrons on a real chain', () => {
  let rig: Rig
  let box: Address
  let weth: Address
  let usdc: Address
  let mim: Address
  beforeAll(async () => {
    rig = await startRig()
    box = await deployLocal(rig, 'cauldrons.sol', 'Box')
    weth = await deployToken(rig, 'WETH')
    usdc = await deployToken(rig, 'USDC', 6)
    mim = await deployToken(rig, 'MIM')
  }, 60_000)
  afterAll(() => rig.stop())

  const cauldronOf = (token: Address, limit: bigint) =>
    deployLocal(rig, 'cauldrons.sol', 'Cauldron', 'address, address, address, uint256', [
      box,
      token,
      mim,
      limit,
    ])
  const read = async (cauldrons: Address[], owner: Address = ALICE) => {
    const entry = abracadabraEntry.parse({
      id: 'it',
      protocol: 'abracadabra',
      product: 'lending',
      driver: 'abracadabra',
      source: 'test',
      cauldrons: `0x${cauldrons.map((each) => each.slice(2)).join('')}`,
    })
    return await scanOnRig(rig, (each) => abracadabra.read(entry, each), owner)
  }

  test('report collateral after what the box has earned, and the debt after interest', async () => {
    const [empty, one] = [await cauldronOf(weth, 75_000n), await cauldronOf(usdc, 80_000n)]
    await rig.send(one, ADD, [1_000_000n], ALICE)
    await rig.send(one, ADD, [500_000n], BOB)
    await rig.send(one, BORROW, [7n * 10n ** 17n], BOB)
    await rig.send(one, BORROW, [4n * 10n ** 17n], ALICE)
    await rig.send(one, 'function accrue(uint128)', [12_345_678_901n])
    await rig.send(box, 'function earn(address, uint256)', [usdc, 333_333n])

    const { status, findings } = await read([empty, one])
    expect(status).toBe('ok')
    const owed = await rig.read(one, 'function owed(address) view returns (uint256)', [ALICE])
    expect(owed).toBeGreaterThan(4n * 10n ** 17n)
    expect(findings.map(amountsIn)).toEqual([{ 'collateral USDC': 1_222_222n, 'borrow MIM': owed }])
    const [found] = findings
    expect([found?.market, found?.ref, found?.healthFactor]).toEqual(['USDC', one, null])
    expect(found?.loan).toMatchObject({ ltv: null, liquidationLtv: 0.8 })
    // At that price the collateral is worth as much as the debt at 80 %.
    const price = found?.loan?.liquidationPrice ?? 0
    expect(1.222222 * 0.8 * price).toBeCloseTo(Number(owed) / 1e18, 12)
    expect(await read([empty, one], BOB)).toMatchObject({ status: 'ok', findings: [{ ref: one }] })
    expect((await read([empty])).findings).toEqual([])
  })

  test('report a debt that is left without collateral', async () => {
    const one = await cauldronOf(weth, 75_000n)
    await rig.send(one, ADD, [100n], ALICE)
    await rig.send(one, BORROW, [90n], ALICE)
    await rig.send(one, 'function liquidate(address, uint256)', [ALICE, 60n])
    const [found] = (await read([one])).findings
    expect(amountsIn(found)).toEqual({ 'borrow MIM': 30n })
    expect(found?.loan).toMatchObject({ liquidationPrice: null })
  })

  test('report collateral alone as no loan, also where the limit is not reported', async () => {
    const first = await cauldronOf(weth, 0n)
    await rig.send(first, ADD, [100n], ALICE)
    const [found] = (await read([first])).findings
    expect(found).toMatchObject({ market: 'WETH', healthFactor: null })
    expect(found).not.toHaveProperty('loan')
    await rig.send(first, BORROW, [90n], ALICE)
    const [loan] = (await read([first])).findings
    expect(loan?.loan).toEqual({ ltv: null, liquidationLtv: null, liquidationPrice: null })
  })

  test('that do not answer are said to be unread, beside those that do', async () => {
    const one = await cauldronOf(weth, 75_000n)
    await rig.send(one, ADD, [100n], ALICE)
    const { findings } = await read([`0x${'de'.repeat(20)}`, one])
    expect(findings).toMatchObject([{ ref: one }, { isUnread: true, legs: [] }])
  })
})
