import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import {
  type AaveMarket,
  borrowFromAave,
  deployAave,
  supplyToAave,
} from '../../../testing/wallet/evm/aave.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, approve, BOB, deployToken, mint, ZERO } from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import {
  addVenusMarket,
  borrowFromVenus,
  deployVenus,
  setVenusPrice,
  supplyToVenus,
  type Venus,
} from '../../../testing/wallet/evm/venus.ts'
import { priceOf, pricesOf } from '../../../testing/wallet/portfolios.ts'
import type { Finding } from '../../model/finding.ts'
import { withLiquidations } from '../../model/liquidation.ts'
import { createPosition } from '../../model/position.ts'
import { aave } from './aave.ts'
import { compoundV2 } from './compound-v2.ts'
import { entryOf } from './fixtures/fake-chain.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
/** US dollars for one of each. */
const PRICES = { WETH: 2_000, WBTC: 50_000, USDC: 1 }
const ACCOUNT =
  'function getUserAccountData(address user) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 healthFactor)'
const LIQUIDITY =
  'function getAccountLiquidity(address owner) view returns (uint256 failure, uint256 liquidity, uint256 shortfall)'

/** How far each collateral alone must fall until the loan is liquidated, at these prices. */
function fallsOf(found: readonly Finding[]): Record<string, number | null> {
  const [finding] = found
  if (!finding) throw new Error('nothing was found')
  const prices = finding.legs.map(({ token, symbol, decimals }) => {
    const usd = Object.entries(PRICES).find(([name]) => name === symbol)?.[1]
    const price = priceOf(usd ?? 0)
    return [{ chain: 'Ethereum', token, decimals }, price] as const
  })
  const known = pricesOf(
    ...prices.map(([token, price]): Parameters<typeof pricesOf>[0] => [token, price]),
  )
  const position = createPosition({ chain: 'Ethereum', finding }, known, new Map())
  const alone = withLiquidations([position])[0]?.position.liquidation?.alone ?? []
  return Object.fromEntries(alone.map(({ asset, distance }) => [asset, distance]))
}

describeOnAnvil('the fall of each collateral alone, at the lenders’ own contracts', (rig) => {
  let weth: Address
  let wbtc: Address
  let usdc: Address

  beforeAll(async () => {
    weth = await deployToken(rig, 'WETH', 18)
    wbtc = await deployToken(rig, 'WBTC', 8)
    usdc = await deployToken(rig, 'USDC', 6)
    await mint(rig, usdc, BOB, 1_000_000n * USD)
    await mint(rig, weth, ALICE, 100n * ETHER)
    await mint(rig, wbtc, ALICE, 10n ** 9n)
  }, 30_000)

  /** A fall that was found is where the lender begins to liquidate: Aave states its mean threshold in whole basis points. */
  const expectEdges = async (
    falls: Record<string, number | null>,
    isLiquidatedAt: (symbol: string, usd: number) => Promise<boolean>,
  ) => {
    for (const [symbol, fall] of Object.entries(falls)) {
      const usd = symbol === 'WETH' ? PRICES.WETH : PRICES.WBTC
      if (fall === null) {
        expect(await isLiquidatedAt(symbol, usd / 1e6)).toBe(false)
      } else {
        expect(await isLiquidatedAt(symbol, usd * (1 - fall * 0.999))).toBe(false)
        expect(await isLiquidatedAt(symbol, usd * (1 - fall * 1.001))).toBe(true)
      }
      await isLiquidatedAt(symbol, usd)
    }
  }

  describe('Aave v3', () => {
    let market: AaveMarket
    beforeAll(async () => {
      market = await deployAave(rig, [
        { symbol: 'WETH', address: weth, decimals: 18, usd: PRICES.WETH },
        { symbol: 'WBTC', address: wbtc, decimals: 8, usd: PRICES.WBTC },
        { symbol: 'USDC', address: usdc, decimals: 6, usd: PRICES.USDC },
      ])
      await configure('function configureReserveAsCollateral(address, uint256, uint256, uint256)', [
        wbtc,
        6_000n,
        7_000n,
        10_500n,
      ])
      await approve(rig, usdc, market.pool, BOB)
      for (const asset of [weth, wbtc]) await approve(rig, asset, market.pool, ALICE)
      await supplyToAave(rig, market.pool, usdc, 500_000n * USD, BOB)
      await supplyToAave(rig, market.pool, weth, 20n * ETHER, ALICE)
      await supplyToAave(rig, market.pool, wbtc, 10n ** 8n, ALICE)
      await borrowFromAave(rig, market.pool, usdc, 45_000n * USD, ALICE)
    }, 60_000)

    const configure = async <const S extends string>(
      signature: S,
      args: Parameters<typeof rig.send<S>>[2],
    ) => {
      const configurator = await rig.read(
        market.provider,
        'function getPoolConfigurator() view returns (address)',
        [],
      )
      await rig.send(configurator, signature, args)
    }
    const read = () => {
      const assets = market.reserves.map(({ asset, aToken, variableDebtToken }, id) => ({
        address: asset,
        symbol: ['WETH', 'WBTC', 'USDC'][id],
        decimals: [18, 8, 6][id],
        id,
        aToken,
        vToken: variableDebtToken,
      }))
      const { pool, dataProvider, oracle } = market
      return runOnRig(
        rig,
        aave,
        entryOf(aave, { version: 3, pool, dataProvider, oracle, assets }),
        ALICE,
      )
    }
    const isLiquidatedAt = async (symbol: string, usd: number) => {
      const feed = market.reserves[symbol === 'WETH' ? 0 : 1]?.feed ?? ZERO
      await rig.send(feed, 'function set(int256)', [BigInt(Math.round(usd * 1e8))])
      const [, , , , , healthFactor] = await rig.read(market.pool, ACCOUNT, [ALICE])
      return healthFactor < ETHER
    }

    test('is where the pool liquidates, by the threshold of each reserve', async () => {
      const found = await read()
      expect(found[0]?.legs.map(({ symbol, liquidationLtv }) => [symbol, liquidationLtv])).toEqual([
        ['WETH', 0.825],
        ['WBTC', 0.7],
        ['USDC', undefined],
      ])
      // 33,000 and 35,000 of thresholds against 45,000.
      const falls = fallsOf(found)
      expect(falls.WETH).toBeCloseTo(23 / 33, 3)
      expect(falls.WBTC).toBeCloseTo(23 / 35, 3)
      await expectEdges(falls, isLiquidatedAt)
    })

    test('is by the threshold of the efficiency mode for the reserves that are in it', async () => {
      await configure('function setEModeCategory(uint8, uint16, uint16, uint16, address, string)', [
        7,
        9_000,
        9_300,
        10_200,
        ZERO,
        'ETH',
      ])
      for (const asset of [weth, usdc])
        await configure('function setAssetEModeCategory(address, uint8)', [asset, 7])
      await rig.send(market.pool, 'function setUserEMode(uint8)', [7], ALICE)
      const found = await read()
      expect(found[0]?.legs.map(({ liquidationLtv }) => liquidationLtv)).toEqual([
        0.93,
        0.7,
        undefined,
      ])
      const falls = fallsOf(found)
      expect(falls.WETH).toBeCloseTo(27.2 / 37.2, 3)
      await expectEdges(falls, isLiquidatedAt)
    })
  })

  describe('Venus, which counts as Compound v2', () => {
    let venus: Venus
    let ofWeth: Address
    let ofWbtc: Address
    beforeAll(async () => {
      venus = await deployVenus(rig)
      const addMarket = (asset: Address, decimals: number, usd: number, percent: bigint) =>
        addVenusMarket(rig, venus, {
          asset,
          decimals,
          usd: BigInt(usd),
          factor: (percent * ETHER) / 100n,
        })
      ofWeth = await addMarket(weth, 18, PRICES.WETH, 80n)
      // On BNB Chain it has 18 decimals.
      const btcb = await deployToken(rig, 'WBTC', 18)
      ofWbtc = await addMarket(btcb, 18, PRICES.WBTC, 60n)
      const ofUsdc = await addMarket(usdc, 6, PRICES.USDC, 80n)
      await supplyToVenus(rig, venus, [ofUsdc, usdc], 100_000n * USD, BOB, false)
      await supplyToVenus(rig, venus, [ofWeth, weth], 20n * ETHER, ALICE)
      await supplyToVenus(rig, venus, [ofWbtc, btcb], (4n * ETHER) / 10n, ALICE)
      await borrowFromVenus(rig, ofUsdc, 25_000n * USD, ALICE)
    }, 60_000)

    test('is where the comptroller finds a shortfall, by the factor of each market', async () => {
      const found = await runOnRig(
        rig,
        compoundV2,
        entryOf(compoundV2, { comptroller: venus.comptroller }),
        ALICE,
      )
      expect(found[0]?.legs.map(({ symbol, liquidationLtv }) => [symbol, liquidationLtv])).toEqual([
        ['WETH', 0.8],
        ['WBTC', 0.6],
        ['USDC', undefined],
      ])
      // 32,000 and 12,000 of factors against 25,000.
      const falls = fallsOf(found)
      expect(falls.WETH).toBeCloseTo(19 / 32, 4)
      expect(falls.WBTC).toBeNull()
      await expectEdges(falls, async (symbol, usd) => {
        const market = symbol === 'WETH' ? ofWeth : ofWbtc
        await setVenusPrice(rig, venus.oracle, market, BigInt(Math.round(usd * 1e9)) * 10n ** 9n)
        const [, , shortfall] = await rig.read(venus.comptroller, LIQUIDITY, [ALICE])
        return shortfall > 0n
      })
    })
  })
})
