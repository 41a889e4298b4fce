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
  decreasePosition,
  deployTrader,
  deployUniswapV2,
  deployUniswapV3,
  inOrder,
  mintPosition,
  positionIds,
  type UniswapV3,
} from './uniswap.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const WEEK = 604_800
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const DEPOSIT = 'function deposit(uint256, address) returns (uint256)'
const TRANSFER = 'function transfer(address, uint256) returns (bool)'

interface TokenFacts {
  address: Address
  symbol: string
  decimals: number
}

/** A chain on which Alice, and beside her Bob, hold one position of each kind. */
export interface World {
  weth: Address
  usdc: Address
  /** A liquid staking token at 1.1 WETH: Alice has some loose, and some lent at Aave. */
  staked: Address
  /** What the gauge pays. */
  reward: Address
  /** What the pools trade, in their order: one has 18 decimals and one 6. */
  tokens: [TokenFacts, TokenFacts]
  aave: AaveMarket
  v2: {
    factory: Address
    pair: Address
    /** Where Alice's shares of the pair are, beside those that lie in her wallet. */
    gauge: Address
    vault: Address
  }
  v3: UniswapV3
  /** A vault of USDC that earned; and one whose asset is the share of the first. */
  vault: Address
  outerVault: Address
  /** In no list; says that everybody has it. */
  spam: Address
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
  const { vault, outerVault } = await deposit(rig, usdc)
  const spam = await deployLocal(rig, 'gauge.sol', 'Spam')
  // So that every debt has grown since it was made.
  await rig.rpc('evm_increaseTime', [WEEK])
  await rig.rpc('evm_mine', [])
  return { weth, usdc, staked, reward, tokens, aave, v2, v3, vault, outerVault, spam }
}

/** Alice supplies three assets, takes one of them back as collateral, and borrows. */
async function lend(rig: Rig, assets: Parameters<typeof deployAave>[1]): Promise<AaveMarket> {
  const aave = await deployAave(rig, assets)
  const [weth, usdc, staked] = aave.reserves.map(({ asset }) => asset)
  if (!weth || !usdc || !staked) throw new Error('The market has three assets.')
  for (const owner of [ALICE, BOB])
    for (const asset of [weth, usdc, staked]) await approve(rig, asset, aave.pool, owner)
  await supplyToAave(rig, aave.pool, usdc, 500_000n * USD, BOB)
  await supplyToAave(rig, aave.pool, weth, 10n * ETHER + 1n, ALICE)
  await supplyToAave(rig, aave.pool, usdc, 100n * USD + 1n, ALICE)
  await supplyToAave(rig, aave.pool, staked, 3n * ETHER, ALICE)
  const asCollateral = 'function setUserUseReserveAsCollateral(address, bool)'
  await rig.send(aave.pool, asCollateral, [usdc, false], ALICE)
  await borrowFromAave(rig, aave.pool, usdc, 5_000n * USD, ALICE)
  return aave
}

/** A third of Alice's shares is staked, a third held by a vault, and the rest lies in her wallet. */
async function provideV2(rig: Rig, [token0, token1]: [Address, Address]): Promise<World['v2']> {
  const factory = await deployUniswapV2(rig)
  const content: [Address, bigint][] = [
    [token0, 10n ** 15n],
    [token1, 3n * 10n ** 14n + 1n],
  ]
  const [of0, of1] = content
  if (!of0 || !of1) throw new Error('A pair has two tokens.')
  const pair = await createPair(rig, factory, of0, of1, ALICE)
  for (const [token, amount] of content) await mint(rig, token, pair, amount / 7n)
  await rig.send(pair, 'function mint(address)', [BOB])

  const gauge = await deployLocal(rig, 'gauge.sol', 'Gauge', 'address', [pair])
  const vault = await deployVault(rig, pair, 'vLP')
  const third = (await rig.read(pair, BALANCE, [ALICE])) / 3n
  for (const spender of [gauge, vault]) await approve(rig, pair, spender, ALICE)
  await rig.send(gauge, 'function deposit(uint256)', [third], ALICE)
  await rig.send(gauge, 'function setEarned(address, uint256)', [ALICE, 7n * ETHER + 1n])
  await rig.send(vault, DEPOSIT, [third, ALICE], ALICE)
  return { factory, pair, gauge, vault }
}

/** Positions around and beside the price, with fees of trades, and a part taken out but not collected. */
async function provideV3(rig: Rig, tokens: [Address, Address]): Promise<UniswapV3> {
  const v3 = await deployUniswapV3(rig)
  await createPool(rig, v3, tokens)
  const ranges = [
    { lower: -600, upper: 600, amount: 10n ** 12n },
    { lower: -1200, upper: -600, amount: 7n * 10n ** 11n + 3n },
    { lower: 6000, upper: 12000, amount: 10n ** 9n },
  ]
  for (const range of ranges) await mintPosition(rig, v3, tokens, range, ALICE)
  await mintPosition(rig, v3, tokens, { lower: -1200, upper: 1200, amount: 10n ** 13n }, BOB)
  const swap = await deployTrader(rig, v3, tokens)
  await swap(tokens[0], 10n ** 11n + 7n)
  await swap(tokens[1], 3n * 10n ** 10n + 11n)
  const [first = 0n] = await positionIds(rig, v3, ALICE)
  await decreasePosition(rig, v3, first, 12_345n, ALICE)
  return v3
}

/** Half of Alice's shares in the vault go into another vault. Both earn. */
async function deposit(rig: Rig, usdc: Address): Promise<{ vault: Address; outerVault: Address }> {
  const vault = await deployVault(rig, usdc, 'vUSDC')
  const outerVault = await deployVault(rig, vault, 'wvUSDC')
  for (const owner of [ALICE, BOB]) {
    await approve(rig, usdc, vault, owner)
    await rig.send(vault, DEPOSIT, [1_000n * USD + 1n, owner], owner)
  }
  await mint(rig, usdc, vault, 70n * USD)
  await approve(rig, vault, outerVault, ALICE)
  const half = (await rig.read(vault, BALANCE, [ALICE])) / 2n
  await rig.send(outerVault, DEPOSIT, [half, ALICE], ALICE)
  await rig.send(vault, TRANSFER, [outerVault, 5n * USD], BOB)
  return { vault, outerVault }
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
