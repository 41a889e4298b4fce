import type { Address } from '../../../chains/address.ts'
import { type AaveMarket, borrowFromAave, deployAave, supplyToAave } from './aave.ts'
import {
  ALICE,
  approve,
  BOB,
  deployLocal,
  deployToken,
  deployVault,
  mint,
  type Rig,
} from './rig.ts'
import {
  createPair,
  createPool,
  deployUniswapV2,
  deployUniswapV3,
  inOrder,
  mintPosition,
  type UniswapV3,
} from './uniswap.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const WEEK = 604_800

interface TokenFacts {
  address: Address
  symbol: string
  decimals: number
}

/** A chain with a contract of each kind, at some of which Alice has a position. */
export interface World {
  weth: Address
  usdc: Address
  /** A liquid staking token at 1.1 WETH. */
  staked: Address
  /** What the gauge pays. */
  reward: Address
  /** What the pools trade, in their order: one has 18 decimals and one 6. */
  tokens: [TokenFacts, TokenFacts]
  aave: AaveMarket
  v2: {
    factory: Address
    pair: Address
    gauge: Address
    vault: Address
  }
  v3: UniswapV3
  /** A vault of USDC, and one whose asset is the share of the first. */
  vault: Address
  outerVault: Address
}

/** Builds it in about a second. Every token of a position is mintable, every price a round one. */
export async function deployWorld(rig: Rig): Promise<World> {
  const weth = await deployToken(rig, 'WETH', 18)
  const usdc = await deployToken(rig, 'USDC', 6)
  const reward = await deployToken(rig, 'RWD', 18)
  const staked = await deployLocal(rig, 'tokens.sol', 'Receipt', 'string, string', ['STK', 'STK'])
  await rig.send(staked, 'function setRate(uint256)', [(11n * ETHER) / 10n + 7n])
  const one = { address: await deployToken(rig, 'ONE', 18), symbol: 'ONE', decimals: 18 }
  const two = { address: await deployToken(rig, 'TWO', 6), symbol: 'TWO', decimals: 6 }
  const pooled = inOrder(one.address, two.address)
  const tokens: World['tokens'] = pooled[0] === one.address ? [one, two] : [two, one]
  for (const owner of [ALICE, BOB]) {
    await mint(rig, weth, owner, 100n * ETHER)
    await mint(rig, usdc, owner, 1_000_000n * USD)
    await mint(rig, staked, owner, 5n * ETHER + 3n)
  }
  const aave = await lend(rig, [
    { symbol: 'WETH', address: weth, decimals: 18, usd: 2_000 },
    { symbol: 'USDC', address: usdc, decimals: 6, usd: 1 },
    { symbol: 'STK', address: staked, decimals: 18, usd: 2_200 },
  ])
  const v2 = await provideV2(rig, pooled)
  const v3 = await provideV3(rig, pooled)
  const vault = await deployVault(rig, usdc, 'vUSDC')
  const outerVault = await deployVault(rig, vault, 'wvUSDC')
  await rig.rpc('evm_increaseTime', [WEEK])
  await rig.rpc('evm_mine', [])
  return { weth, usdc, staked, reward, tokens, aave, v2, v3, vault, outerVault }
}

/** Alice supplies ether and borrows what Bob supplies. */
async function lend(rig: Rig, assets: Parameters<typeof deployAave>[1]): Promise<AaveMarket> {
  const aave = await deployAave(rig, assets)
  const [weth, usdc] = aave.reserves.map(({ asset }) => asset)
  if (!weth || !usdc) throw new Error('The market has three assets.')
  await approve(rig, usdc, aave.pool, BOB)
  await supplyToAave(rig, aave.pool, usdc, 500_000n * USD, BOB)
  await approve(rig, weth, aave.pool, ALICE)
  await supplyToAave(rig, aave.pool, weth, 10n * ETHER, ALICE)
  await borrowFromAave(rig, aave.pool, usdc, 5_000n * USD, ALICE)
  return aave
}

async function provideV2(rig: Rig, [token0, token1]: [Address, Address]): Promise<World['v2']> {
  const factory = await deployUniswapV2(rig)
  const content = 10n ** 15n
  const pair = await createPair(rig, factory, [token0, content], [token1, content], ALICE)
  const gauge = await deployLocal(rig, 'gauge.sol', 'Gauge', 'address', [pair])
  return { factory, pair, gauge, vault: await deployVault(rig, pair, 'vLP') }
}

async function provideV3(rig: Rig, tokens: [Address, Address]): Promise<UniswapV3> {
  const v3 = await deployUniswapV3(rig)
  await createPool(rig, v3, tokens)
  await mintPosition(rig, v3, tokens, { lower: -600, upper: 600, amount: 10n ** 12n }, ALICE)
  return v3
}

/** What the bundled contract lists say of the real chains, of this one. */
export function worldEntries(world: World): object[] {
  const { aave, v2, v3, tokens, weth, usdc, staked, reward } = world
  const symbols = ['WETH', 'USDC', 'STK']
  const of = (address: Address, symbol: string, decimals = 18) => ({ address, symbol, decimals })
  const [token0, token1] = tokens
  const entries = [
    {
      driver: 'aave',
      protocol: 'sparklend',
      product: 'lending',
      version: 3,
      pool: aave.pool,
      dataProvider: aave.dataProvider,
      oracle: aave.oracle,
      assets: aave.reserves.map(({ asset, aToken, variableDebtToken }, id) => ({
        ...of(asset, symbols[id] ?? '', asset === usdc ? 6 : 18),
        id,
        aToken,
        vToken: variableDebtToken,
      })),
    },
    {
      driver: 'uniswap-v2',
      protocol: 'uniswap-v2',
      product: 'lp',
      factory: v2.factory,
      pair: v2.pair,
      token0,
      token1,
      stakes: [
        {
          contract: v2.gauge,
          label: 'gauge',
          protocol: 'convex-finance',
          reward: { token: of(reward, 'RWD'), claim: 'earned' },
        },
      ],
    },
    { driver: 'erc4626', protocol: 'morpho-blue', product: 'vault', market: 'lp', vault: v2.vault },
    {
      driver: 'uniswap-v3',
      protocol: 'uniswap-v3',
      product: 'lp',
      manager: v3.positionManager,
      factory: v3.factory,
    },
    { driver: 'erc4626', protocol: 'morpho-blue', product: 'vault', vault: world.vault },
    {
      driver: 'erc4626',
      protocol: 'sky-lending',
      product: 'vault',
      vault: world.outerVault,
      inner: world.vault,
      asset: of(usdc, 'USDC', 6),
    },
    {
      driver: 'holding',
      protocol: 'lido',
      product: 'lst',
      token: of(staked, 'STK'),
      rate: { contract: staked, function: 'getExchangeRate()', of: of(weth, 'WETH') },
    },
  ]
  return entries.map((entry, at) => ({ id: `${entry.driver}-${at}`, source: 'test', ...entry }))
}
