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
import { amountsIn, runOnChain } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { stakewise, stakewiseEntry } from './stakewise.ts'

const ETHER = 10n ** 18n
const THRESHOLD = 920_000_000_000_000_000n
const NEVER = 2n ** 64n - 1n
const LIQUIDATABLE = 'function isLiquidatable(address owner) view returns (bool)'

describe.skipIf(isAnvilMissing())('stakes in vaults of StakeWise, on anvil', () => {
  let rig: Rig
  let weth: Address
  let osTokens: Address
  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH')
    osTokens = await deploy('OsTokens')
    await rig.send(osTokens, 'function setRate(uint256)', [(ETHER * 105n) / 100n])
  }, 60_000)
  afterAll(() => rig.stop())

  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'stakewise.sol', name, types, args)
  /** A vault in which Alice has staked 10 of 30, and which has earned 3. */
  const stakedVault = async (threshold = THRESHOLD) => {
    const vault = await deploy('StakeVault', 'address', [osTokens])
    await rig.send(osTokens, 'function setThreshold(address, uint64)', [vault, threshold])
    await rig.send(vault, 'function deposit(uint256)', [10n * ETHER], ALICE)
    await rig.send(vault, 'function deposit(uint256)', [20n * ETHER], BOB)
    await rig.send(vault, 'function earn(uint256)', [3n * ETHER])
    return vault
  }
  const borrow = (vault: Address, shares: bigint) =>
    rig.send(vault, 'function mintOsToken(uint128)', [shares], ALICE)
  /** Reads through the planner, as a scan does: the lens is run without being deployed. */
  const read = async (vaults: Address[], owner: Address = ALICE) => {
    const entry = stakewiseEntry.parse({
      id: 'it',
      protocol: 'stakewise-v2',
      product: 'staking',
      source: 'test',
      driver: 'stakewise',
      vaults: `0x${vaults.map((each) => each.slice(2)).join('')}`,
      registry: osTokens,
      asset: { address: weth, symbol: 'WETH', decimals: 18 },
      osToken: { address: osTokens, symbol: 'osETH', decimals: 18 },
      controller: osTokens,
      config: osTokens,
    })
    return runOnChain(rig, { read: (each) => stakewise.read(entry, each), owner })
  }
  const findOne = async (vault: Address): Promise<Finding | undefined> => {
    const [found] = await read([vault])
    return found
  }

  test('are found with what they have earned, in each vault by itself', async () => {
    const [one, two] = [await stakedVault(), await stakedVault()]
    const found = await read([one, two])
    expect(found).toMatchObject([
      { ref: one, healthFactor: null, legs: [{ role: 'stake', amount: 11n * ETHER }] },
      { ref: two, healthFactor: null, legs: [{ role: 'stake', amount: 11n * ETHER }] },
    ])
    expect(found[0]).not.toHaveProperty('loan')
    expect(await read([one, two], weth)).toEqual([])
  })

  test('back the osTokens that were minted, which are owed', async () => {
    const vault = await stakedVault()
    await borrow(vault, 8n * ETHER)
    const found = await findOne(vault)
    expect(amountsIn(found)).toEqual({ 'stake WETH': 11n * ETHER, 'borrow osETH': 8n * ETHER })
    expect(found?.legs[0]?.collateral).toBe(true)
    expect(found?.loan?.ltv).toBeCloseTo(8.4 / 11, 10)
    expect(found?.loan).toMatchObject({ liquidationLtv: 0.92, liquidationPrice: null })
    expect(found?.healthFactor).toBeCloseTo((11 * 0.92) / 8.4, 10)
  })

  test.each([
    [96n, false],
    [97n, true],
  ])('with %s tenths of an osToken are below a health of 1: %s', async (tenths, isBelow) => {
    const vault = await stakedVault()
    await borrow(vault, (tenths * ETHER) / 10n)
    expect(await rig.read(vault, LIQUIDATABLE, [ALICE])).toBe(isBelow)
    expect(((await findOne(vault))?.healthFactor ?? 0) < 1).toBe(isBelow)
  })

  test('in a vault that never liquidates have no limit', async () => {
    const vault = await stakedVault(NEVER)
    await borrow(vault, ETHER)
    const found = await findOne(vault)
    expect(found).toMatchObject({ healthFactor: null, loan: { liquidationLtv: null } })
  })

  test('in a vault that does not answer are said to be unread', async () => {
    const vault = await stakedVault()
    const [found, unread] = await read([vault, weth])
    expect(found).toMatchObject({ ref: vault })
    expect(unread).toMatchObject({ isUnread: true })
  })
})
