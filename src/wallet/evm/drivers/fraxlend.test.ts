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
import { fraxlend, fraxlendEntry } from './fraxlend.ts'

const ETHER = 10n ** 18n
const BTC = 10n ** 8n
/** 40,000 FRAX for one WBTC: units of WBTC for 10^18 units of FRAX. */
const RATE = BTC / 40_000n
const MAX_LTV = 75_000n
const SOLVENT = 'function isSolvent(address user) view returns (bool)'

/** Reads through the planner, as a scan does: the lens is run without being deployed. */
async function read(rig: Rig, registry: Address, owner: Address) {
  const entry = fraxlendEntry.parse({
    id: 'it',
    protocol: 'fraxlend',
    product: 'lending',
    source: 'test',
    driver: 'fraxlend',
    registry,
  })
  return await scanOnRig(rig, (each) => fraxlend.read(entry, each), owner)
}

describe.skipIf(isAnvilMissing())('the pairs of a registry of Fraxlend, on anvil', () => {
  let rig: Rig
  let frax: Address
  let wbtc: Address
  let registry: Address
  beforeAll(async () => {
    rig = await startRig()
    frax = await deployToken(rig, 'FRAX')
    wbtc = await deployToken(rig, 'WBTC', 8)
    registry = await deploy('PairRegistry')
  }, 60_000)
  afterAll(() => rig.stop())

  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'fraxlend.sol', name, types, args)
  /** A pair in which Bob has supplied and Alice borrows 20,000 FRAX against one WBTC, with 5 % of interest not written down. */
  const lendingPair = async (name: string, maxLtv = MAX_LTV) => {
    const types = 'address, address, uint256, uint256'
    const pair = await deploy(name, types, [frax, wbtc, maxLtv, RATE])
    await rig.send(pair, 'function deposit(uint128)', [100_000n * ETHER], BOB)
    await rig.send(pair, 'function addCollateral(uint256)', [BTC], ALICE)
    await rig.send(pair, 'function borrow(uint128)', [20_000n * ETHER], ALICE)
    await rig.send(pair, 'function earn(uint128)', [1_000n * ETHER])
    return pair
  }
  const registryOf = async (...pairs: Address[]) => {
    const made = await deploy('PairRegistry')
    for (const pair of pairs) await rig.send(made, 'function add(address)', [pair])
    return made
  }

  test('report collateral, and the debt and the supply with interest up to the block', async () => {
    const listed = await registryOf(await lendingPair('Pair'))
    const { status, findings } = await read(rig, listed, ALICE)
    const [loan, ...rest] = findings
    expect([status, rest]).toEqual(['ok', []])
    expect(loan?.market).toBe('WBTC/FRAX')
    expect(amountsIn(loan)).toEqual({ 'collateral WBTC': BTC, 'borrow FRAX': 21_000n * ETHER })
    expect(loan?.healthFactor).toBeCloseTo((40_000 * 0.75) / 21_000, 10)
    expect(loan?.loan?.ltv).toBeCloseTo(21_000 / 40_000, 10)
    expect(loan?.loan?.liquidationLtv).toBe(0.75)
    expect(loan?.loan?.liquidationPrice).toBeCloseTo(28_000, 6)
    const [supply] = (await read(rig, listed, BOB)).findings
    expect(amountsIn(supply)).toEqual({ 'supply FRAX': 101_000n * ETHER })
    expect(supply?.loan).toBeUndefined()
  })

  test('are solvent down to the price that is reported, and not below it', async () => {
    const pair = await lendingPair('Pair')
    await rig.send(pair, 'function addInterest()', [])
    const price = (await read(rig, await registryOf(pair), ALICE)).findings[0]?.loan
      ?.liquidationPrice
    const solventAt = async (at: number) => {
      await rig.send(pair, 'function setRate(uint256)', [BigInt(Math.round(1e8 / at))])
      return rig.read(pair, SOLVENT, [ALICE])
    }
    expect(await solventAt((price ?? 0) * 1.01)).toBe(true)
    expect(await solventAt((price ?? 0) * 0.99)).toBe(false)
  })

  test('of the first version report amounts of their last accrual', async () => {
    const pair = await lendingPair('FirstPair')
    const listed = await registryOf(pair)
    const [before] = (await read(rig, listed, ALICE)).findings
    expect(amountsIn(before)).toMatchObject({ 'borrow FRAX': 20_000n * ETHER })
    expect(before?.loan).toMatchObject({ ltv: 0.5, liquidationLtv: 0.75 })
    await rig.send(pair, 'function addInterest()', [])
    const [after] = (await read(rig, listed, BOB)).findings
    expect(amountsIn(after)).toEqual({ 'supply FRAX': 101_000n * ETHER })
  })

  test('without a limit never liquidate', async () => {
    const listed = await registryOf(await lendingPair('Pair', 0n))
    const [loan] = (await read(rig, listed, ALICE)).findings
    expect(loan).toMatchObject({
      healthFactor: null,
      loan: { liquidationLtv: null, liquidationPrice: null },
    })
  })

  test('without anything of the owner cost one request beside that for the block', async () => {
    const listed = await registryOf(await lendingPair('Pair'), await lendingPair('FirstPair'))
    const { status, findings, requests } = await read(rig, listed, frax)
    expect({ status, findings, requests }).toEqual({ status: 'ok', findings: [], requests: 2 })
  })

  test('that do not answer are said to be unread', async () => {
    const listed = await registryOf(frax, await lendingPair('Pair'))
    const { status, findings } = await read(rig, listed, ALICE)
    expect([status, findings.map(({ isUnread }) => isUnread)]).toEqual(['ok', [undefined, true]])
  })

  test('are unreadable without a registry, and with an empty one', async () => {
    expect((await read(rig, registry, ALICE)).status).toBe('failed')
    expect((await read(rig, frax, ALICE)).status).toBe('failed')
  })
})
