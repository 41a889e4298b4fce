import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../chains/address.ts'
import type { Market } from '../../domain/market.ts'
import { isAnvilMissing } from '../../testing/wallet/evm/anvil.ts'
import {
  borrowFromMorpho,
  createMorphoMarket,
  deployMorpho,
  type Morpho,
  type MorphoParams,
  supplyToMorpho,
  withdrawFromMorpho,
} from '../../testing/wallet/evm/morpho.ts'
import {
  ALICE,
  approve,
  BOB,
  deployToken,
  mint,
  type Rig,
  startRig,
  ZERO,
} from '../../testing/wallet/evm/rig.ts'
import { morphoBlueEntry } from '../../wallet/evm/drivers/morpho-blue.ts'
import type { MarketDraft } from './draft.ts'
import { rigReader } from './fixtures/readers.ts'
import { morphoBlueMarkets } from './morpho-blue.ts'
import { byProtocol, readMarkets } from './read-markets.ts'
import { runTogether } from './reading.ts'

const UNIT = 10n ** 18n
const YEAR = 365 * 86_400
const MARKET =
  'function market(bytes32) view returns (uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)'
const ACCRUE =
  'function accrueInterest((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv))'

describe.skipIf(isAnvilMissing())('the code of Morpho Blue on a real chain', () => {
  let rig: Rig
  let loan: Address
  let pledge: Address
  let blue: Morpho
  let params: MorphoParams
  let idle: MorphoParams
  let ids: Hex[]

  beforeAll(async () => {
    rig = await startRig()
    loan = await deployToken(rig, 'DAI', 18)
    pledge = await deployToken(rig, 'WETH', 18)
    blue = await deployMorpho(rig, 2_000n)
    const { morpho, oracle, irm } = blue
    params = { loanToken: loan, collateralToken: pledge, oracle, irm, lltv: (86n * UNIT) / 100n }
    idle = { loanToken: loan, collateralToken: ZERO, oracle: ZERO, irm: ZERO, lltv: 0n }
    await rig.send(morpho, 'function enableIrm(address)', [ZERO])
    await rig.send(morpho, 'function enableLltv(uint256)', [0n])
    ids = [
      await createMorphoMarket(rig, morpho, params),
      await createMorphoMarket(rig, morpho, idle),
    ]
    await mint(rig, loan, BOB, 2_000n * UNIT)
    await mint(rig, pledge, ALICE, 10n * UNIT)
    await approve(rig, loan, morpho, BOB)
    await approve(rig, pledge, morpho, ALICE)
    await supplyToMorpho(rig, morpho, params, 1_000n * UNIT, BOB)
    await supplyToMorpho(rig, morpho, idle, 300n * UNIT, BOB)
    await borrowFromMorpho(rig, morpho, params, { collateral: UNIT, amount: 950n * UNIT }, ALICE)
  }, 60_000)
  afterAll(() => rig.stop())

  const entry = () =>
    morphoBlueEntry.parse({
      id: 'morpho',
      protocol: 'morpho-blue',
      product: 'lending',
      source: 'test',
      driver: 'morpho-blue',
      morpho: blue.morpho,
      multicall3: blue.morpho,
      markets: ids,
      tokens: [],
    })
  const draftOf = async (): Promise<MarketDraft> => {
    const reader = await rigReader(rig)
    const [found] = await runTogether(reader, [morphoBlueMarkets(entry())], [blue.morpho])
    const [draft] = found?.drafts ?? []
    if (!draft || found?.failed.length) throw new Error('The market is read.')
    return draft
  }
  const markets = async (): Promise<Market[]> => {
    const read = await readMarkets(await rigReader(rig), byProtocol([entry()]))
    const found = read.get('morpho-blue') ?? []
    expect(found.flatMap(({ gap }) => gap ?? [])).toEqual([])
    return found
  }

  test('supply and debt are those of the contract, and its oracle is the feed', async () => {
    const [supplied, , borrowed] = await rig.read(blue.morpho, MARKET, [ids[0] ?? '0x'])
    expect(await draftOf()).toMatchObject({
      name: 'WETH/DAI',
      assetAddress: loan,
      collateralAddress: pledge,
      decimals: 18,
      supplied,
      borrowed,
      priceFeed: blue.oracle,
      loanToValue: 0.86,
      liquidationThreshold: 0.86,
    })
    expect([supplied, borrowed]).toEqual([1_000n * UNIT, 950n * UNIT])
  })

  test('what is available can be withdrawn, and not one unit more', async () => {
    const { available } = await draftOf()
    if (available === null) throw new Error('It is known.')
    const withdraw = (amount: bigint) => withdrawFromMorpho(rig, blue.morpho, params, amount, BOB)
    const state = await rig.rpc('evm_snapshot', [])
    await expect(withdraw(available + 1n)).rejects.toThrow()
    await withdraw(available)
    expect(await draftOf()).toMatchObject({ available: 0n })
    expect((await markets())[0]).toMatchObject({ availableShare: 0, utilisation: 1 })
    await rig.rpc('evm_revert', [state])
  })

  test('interest counts from when the contract accrues it', async () => {
    const state = await rig.rpc('evm_snapshot', [])
    await rig.rpc('evm_increaseTime', [YEAR])
    await rig.rpc('evm_mine', [])
    expect(await draftOf()).toMatchObject({ borrowed: 950n * UNIT })
    await rig.send(blue.morpho, ACCRUE, [params])
    const [supplied, , borrowed] = await rig.read(blue.morpho, MARKET, [ids[0] ?? '0x'])
    expect(borrowed).toBeGreaterThan(2_000n * UNIT)
    expect(await draftOf()).toMatchObject({ supplied, borrowed, available: supplied - borrowed })
    await rig.rpc('evm_revert', [state])
  })

  test('a market without collateral, oracle or loans returns all that it has', async () => {
    const [, second] = await markets()
    expect(second).not.toHaveProperty('collateralAddress')
    expect(second).toMatchObject({
      name: 'idle/DAI',
      availableShare: 1,
      utilisation: 0,
      loanToValue: 0,
      feed: null,
    })
  })
})
