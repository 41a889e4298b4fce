import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  type Rig,
  startRig,
  ZERO,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at } from './fixtures/fake-chain.ts'
import { layerbank, layerbankEntry } from './layerbank.ts'

const WETH = { address: at(7), symbol: 'WETH', decimals: 18 }
const WAD = 10n ** 18n

describe.skipIf(isAnvilMissing())('LayerBank on a real chain', () => {
  let rig: Rig
  let core: Address
  let usdc: Address

  beforeAll(async () => {
    rig = await startRig()
    usdc = await deployToken(rig, 'USDC', 6)
    core = await deployLocal(rig, 'layerbank.sol', 'LayerCore')
    const market = (of: Address, rate: bigint) =>
      deployLocal(rig, 'layerbank.sol', 'LayerMarket', 'address, uint256', [of, rate])
    const coins = await market(ZERO, 2n * WAD)
    const dollars = await market(usdc, WAD)
    for (const each of [coins, dollars])
      await rig.send(core, 'function list(address market)', [each])
    const supply = 'function supply(uint256 amount)'
    await rig.send(coins, supply, [1_000n], ALICE)
    await rig.send(core, 'function enterMarkets(address[] those)', [[coins]], ALICE)
    await rig.send(dollars, 'function borrow(uint256 amount)', [600n], ALICE)
    await rig.send(dollars, supply, [5n], BOB)
  }, 60_000)
  afterAll(() => rig.stop())

  const read = (owner: Address, of = core) =>
    readOnRig(
      rig,
      layerbank,
      layerbankEntry.parse({
        id: 'layerbank',
        protocol: 'layerbank',
        product: 'lending',
        driver: 'layerbank',
        core: of,
        native: WETH,
        source: 'test',
      }),
      owner,
    )

  test('a supply is reported at the rate of its market, and the debt with the health that the core sees', async () => {
    expect(await read(ALICE)).toMatchObject([
      {
        legs: [
          { role: 'supply', symbol: 'WETH', amount: 2_000n, collateral: true },
          { role: 'borrow', token: usdc, decimals: 6, amount: 600n },
        ],
        healthFactor: 2.5,
      },
    ])
  })

  test('a supply that is not entered backs no debt', async () => {
    expect(await read(BOB)).toMatchObject([
      {
        legs: [{ role: 'supply', symbol: 'USDC', amount: 5n, collateral: false }],
        healthFactor: null,
      },
    ])
  })

  test('an owner who has nothing there has no position', async () => {
    expect(await read(DEPLOYER)).toEqual([])
  })

  test('a core without markets is not one without positions', async () => {
    const empty = await deployLocal(rig, 'layerbank.sol', 'LayerCore')
    await expect(read(ALICE, empty)).rejects.toThrow()
  })
})
