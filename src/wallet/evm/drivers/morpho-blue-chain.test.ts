import { beforeAll, expect, test } from 'vitest'
import type { Address, Hex } from '../../../chains/address.ts'
import {
  borrowFromMorpho,
  createMorphoMarket,
  deployMorpho,
  type Morpho,
  type MorphoParams,
  settlementOf,
  supplyToMorpho,
} from '../../../testing/wallet/evm/morpho.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  MULTICALL3,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { morphoBlue } from './morpho-blue.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const YEAR = 31_536_000
const LLTV = (86n * ETHER) / 100n

describeOnAnvil('Morpho’s own contract', { nowMs: Date.now() - YEAR * 1000 }, (rig) => {
  let weth: Address
  let usdc: Address
  let morpho: Morpho
  let params: MorphoParams
  let id: Hex
  beforeAll(async () => {
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    morpho = await deployMorpho(rig, 1n)
    await setPrice(2_000n * 10n ** 24n)
    params = {
      loanToken: usdc,
      collateralToken: weth,
      oracle: morpho.oracle,
      irm: morpho.irm,
      lltv: LLTV,
    }
    id = await createMorphoMarket(rig, morpho.morpho, params)
    for (const owner of [ALICE, BOB, DEPLOYER]) {
      await mint(rig, weth, owner, 1_000n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * USD)
      for (const token of [weth, usdc]) await approve(rig, token, morpho.morpho, owner)
    }
    await supplyToMorpho(rig, morpho.morpho, params, 50_000n * USD + 1n, BOB)
    // Enough that Bob’s supply is not lent out.
    await supplyToMorpho(rig, morpho.morpho, params, 70_000n * USD, DEPLOYER)
    const loan = { collateral: 3n * ETHER + 1n, amount: 4_000n * USD }
    await borrowFromMorpho(rig, morpho.morpho, params, loan, ALICE)
    // No one uses the market for a year, so no interest of it is written down.
    await rig.rpc('evm_increaseTime', [YEAR])
    await rig.rpc('evm_mine', [])
  }, 120_000)

  /** Smallest units of USDC for one of WETH, times 10^36. */
  const setPrice = (price: bigint) => rig.send(morpho.oracle, 'function setPrice(uint256)', [price])
  const found = (owner: Address) => {
    const entry = entryOf(morphoBlue, {
      morpho: morpho.morpho,
      multicall3: MULTICALL3,
      markets: [id],
      tokens: [],
    })
    return readOnRig(rig, morphoBlue, entry, owner)
  }

  test('would take and pay what was found, with a year’s interest that it did not write down', async () => {
    const [loan] = await found(ALICE)
    const { debt, collateral } = await settlementOf(rig, morpho.morpho, params, id, ALICE)
    expect(loan?.legs).toMatchObject([
      { role: 'collateral', symbol: 'WETH', amount: collateral },
      { role: 'borrow', symbol: 'USDC', amount: debt },
    ])
    expect(debt).toBeGreaterThan(4_100n * USD)
    const [lent] = await found(BOB)
    const { supply } = await settlementOf(rig, morpho.morpho, params, id, BOB)
    expect(lent?.legs).toMatchObject([{ role: 'supply', symbol: 'USDC', amount: supply }])
    expect(supply).toBeGreaterThan(50_050n * USD)
    expect(await found(morpho.irm)).toEqual([])
  })

  test('lets out what it does not lend', async () => {
    const WITHDRAW =
      'function withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address owner, address receiver) returns (uint256, uint256)'
    const withdraw = (assets: bigint, owner: Address) =>
      rig.send(morpho.morpho, WITHDRAW, [params, assets, 0n, owner, owner], owner)
    const snapshot = await rig.rpc('evm_snapshot', [])
    await withdraw(70_000n * USD, DEPLOYER)
    const [leg] = (await found(BOB))[0]?.legs ?? []
    const available = leg?.available ?? 0n
    expect(available).toBe(46_000n * USD + 1n)
    expect(leg?.amount).toBeGreaterThan(50_050n * USD)
    await expect(withdraw(available + 1n, BOB)).rejects.toThrow(/reverted/)
    await withdraw(available, BOB)
    expect((await found(BOB))[0]?.legs).toMatchObject([{ available: 0n }])
    const [loan] = (await found(ALICE))[0]?.legs ?? []
    expect(loan).toMatchObject({ role: 'collateral', available: loan?.amount })
    await rig.rpc('evm_revert', [snapshot])
  })

  test('lends no more exactly when the health factor is below one', async () => {
    const [{ legs = [] } = {}] = await found(ALICE)
    const [collateral = 0n, debt = 0n] = legs.map(({ amount }) => amount)
    const limit = (debt * 10n ** 36n * ETHER) / (collateral * LLTV)
    for (const [price, isHealthy] of [
      [(limit * 10_001n) / 10_000n, true],
      [(limit * 9_999n) / 10_000n, false],
    ] as const) {
      await setPrice(price)
      const [loan] = await found(ALICE)
      expect((loan?.healthFactor ?? 0) > 1).toBe(isHealthy)
      const more = borrowFromMorpho(
        rig,
        morpho.morpho,
        params,
        { collateral: 1n, amount: 1n },
        ALICE,
      )
      await (isHealthy ? more : expect(more).rejects.toThrow(/reverted/))
    }
  })
})
