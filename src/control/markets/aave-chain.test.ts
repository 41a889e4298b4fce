import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { Market } from '../../domain/market.ts'
import {
  type AaveMarket,
  borrowFromAave,
  deployAave,
  supplyToAave,
} from '../../testing/wallet/evm/aave.ts'
import { isAnvilMissing } from '../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../testing/wallet/evm/rig.ts'
import { aaveEntry } from '../../wallet/evm/drivers/aave.ts'
import { gapsOf, rigReader } from './fixtures/readers.ts'
import { byProtocol, readMarkets } from './read-markets.ts'

const USD = 10n ** 6n
const ETHER = 10n ** 18n
const WITHDRAW = 'function withdraw(address, uint256, address) returns (uint256)'
const PROVIDER = 'function getPoolConfigurator() view returns (address)'

describe.skipIf(isAnvilMissing())('Aave v3 on a real chain', () => {
  let rig: Rig
  let weth: Address
  let usdc: Address
  let aave: AaveMarket
  let configurator: Address

  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    aave = await deployAave(rig, [
      { symbol: 'WETH', address: weth, decimals: 18, usd: 2_000 },
      { symbol: 'USDC', address: usdc, decimals: 6, usd: 1 },
    ])
    configurator = await rig.read(aave.provider, PROVIDER, [])
    await mint(rig, usdc, BOB, 1_000n * USD)
    await mint(rig, weth, ALICE, 10n * ETHER)
    await approve(rig, usdc, aave.pool, BOB)
    await approve(rig, weth, aave.pool, ALICE)
    await supplyToAave(rig, aave.pool, usdc, 1_000n * USD, BOB)
    await supplyToAave(rig, aave.pool, weth, 10n * ETHER, ALICE)
    await borrowFromAave(rig, aave.pool, usdc, 950n * USD, ALICE)
    const acl = await rig.read(aave.provider, 'function getACLManager() view returns (address)', [])
    await rig.send(acl, 'function addEmergencyAdmin(address)', [DEPLOYER])
    await rig.send(acl, 'function addRiskAdmin(address)', [DEPLOYER])
  }, 60_000)
  afterAll(() => rig.stop())

  const entry = () =>
    aaveEntry.parse({
      id: 'aave-v3-core',
      protocol: 'aave-v3',
      product: 'lending',
      market: 'core',
      source: 'test',
      driver: 'aave',
      version: 3,
      pool: aave.pool,
      dataProvider: aave.dataProvider,
      assets: [],
    })
  const read = async (): Promise<{ ofWeth: Market; ofUsdc: Market }> => {
    const markets = await readMarkets(await rigReader(rig), byProtocol([entry()]))
    expect(gapsOf(markets)).toEqual([])
    const [ofWeth, ofUsdc] = markets.get('aave-v3') ?? []
    if (!ofWeth || !ofUsdc) throw new Error('The pool has two reserves.')
    return { ofWeth, ofUsdc }
  }
  const refused = async (amount: bigint) =>
    await rig.send(aave.pool, WITHDRAW, [usdc, amount, BOB], BOB).then(
      () => false,
      () => true,
    )

  test('of 1,000 supplied with 950 lent, a twentieth is available: withdrawing 500 is refused', async () => {
    const { ofUsdc, ofWeth } = await read()
    expect(ofUsdc.availableShare).toBeCloseTo(0.05, 6)
    expect(ofWeth).toMatchObject({
      loanToValue: 0.8,
      liquidationThreshold: 0.825,
      suppliedUsd: 20_000,
    })
    expect(ofWeth.feed).toMatchObject({ address: aave.reserves[0]?.feed, kind: 'unidentified' })
    expect(ofUsdc.utilisation).toBeCloseTo(0.95, 6)
    expect(ofUsdc.suppliedUsd).toBeCloseTo(1_000, 2)
    expect(await refused(500n * USD)).toBe(true)
  })

  test('a cap of 40 on 10 supplied is a quarter used', async () => {
    await rig.send(configurator, 'function setSupplyCap(address, uint256)', [weth, 40n])
    expect((await read()).ofWeth.supplyCapUsed).toBeCloseTo(0.25, 6)
    await rig.send(configurator, 'function setSupplyCap(address, uint256)', [weth, 0n])
  })

  test('a frozen reserve is frozen, and withdrawals go on', async () => {
    const set = 'function setReserveFreeze(address, bool)'
    await rig.send(configurator, set, [usdc, true])
    const { ofUsdc, ofWeth } = await read()
    expect([ofUsdc.frozen, ofWeth.frozen]).toEqual([true, false])
    expect(ofUsdc.paused).toBe(false)
    expect(await refused(1n)).toBe(false)
    await rig.send(configurator, set, [usdc, false])
  })

  test('a paused reserve is paused: withdrawing 1 is refused although the balance is there', async () => {
    const set = 'function setReservePause(address, bool)'
    await rig.send(configurator, set, [usdc, true])
    const { ofUsdc, ofWeth } = await read()
    expect([ofUsdc.paused, ofWeth.paused]).toEqual([true, false])
    expect(ofUsdc.availableShare).toBeGreaterThan(0.04)
    expect(await refused(1n)).toBe(true)
    await rig.send(configurator, set, [usdc, false])
  })
})
