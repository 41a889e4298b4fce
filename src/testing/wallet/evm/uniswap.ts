import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { decodeReply, encodeCall } from '../../../chains/evm/viem.ts'
import { packagedCode, parseHex } from './artifacts.ts'
import { gained } from './gained.ts'
import { approve, BOB, DEPLOYER, mint, type Rig, ZERO } from './rig.ts'

/** 2^96: the square root of a price of one. */
export const PRICE_ONE = 2n ** 96n
const FAR_FUTURE = 10n ** 11n
const ALL = 2n ** 128n - 1n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'

/** The factory of Uniswap v2. */
export function deployUniswapV2(rig: Rig): Promise<Address> {
  return rig.deploy(packagedCode('@uniswap/v2-core/build/UniswapV2Factory.json'), 'address', [
    DEPLOYER,
  ])
}

/** A pair with this much of each token, its shares owned by `owner`. The tokens must be mintable. */
export async function createPair(
  rig: Rig,
  factory: Address,
  [tokenA, amountA]: [Address, bigint],
  [tokenB, amountB]: [Address, bigint],
  owner: Address,
): Promise<Address> {
  await rig.send(factory, 'function createPair(address, address)', [tokenA, tokenB])
  const pair = await rig.read(
    factory,
    'function getPair(address, address) view returns (address)',
    [tokenA, tokenB],
  )
  await mint(rig, tokenA, pair, amountA)
  await mint(rig, tokenB, pair, amountB)
  await rig.send(pair, 'function mint(address)', [owner])
  return pair
}

export interface UniswapV3 {
  factory: Address
  positionManager: Address
}

/** Uniswap v3's factory and position manager, from the packages. */
export async function deployUniswapV3(rig: Rig): Promise<UniswapV3> {
  const factory = await rig.deploy(
    packagedCode('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  )
  const file =
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'
  const positionManager = await rig.deploy(packagedCode(file), 'address, address, address', [
    factory,
    ZERO,
    ZERO,
  ])
  return { factory, positionManager }
}

/** Two tokens in the order in which a pool names them. */
export function inOrder(a: Address, b: Address): [Address, Address] {
  return a < b ? [a, b] : [b, a]
}

/** A pool at a price of one, unless another square root of a price (Q64.96) is given. */
export async function createPool(
  rig: Rig,
  { factory, positionManager }: UniswapV3,
  tokens: [Address, Address],
  fee = 3000,
  sqrtPrice = PRICE_ONE,
): Promise<Address> {
  const [token0, token1] = inOrder(...tokens)
  await rig.send(
    positionManager,
    'function createAndInitializePoolIfNecessary(address, address, uint24, uint160)',
    [token0, token1, fee, sqrtPrice],
  )
  return rig.read(factory, 'function getPool(address, address, uint24) view returns (address)', [
    token0,
    token1,
    fee,
  ])
}

const MINT =
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)'

/** Gives `owner` a position between two ticks, with at most `amount` of each token. The tokens must be mintable. */
export async function mintPosition(
  rig: Rig,
  { positionManager }: UniswapV3,
  tokens: [Address, Address],
  range: { lower: number; upper: number; amount: bigint; fee?: number },
  owner: Address,
): Promise<void> {
  const [token0, token1] = inOrder(...tokens)
  for (const token of [token0, token1]) {
    await mint(rig, token, DEPLOYER, range.amount)
    await approve(rig, token, positionManager, DEPLOYER)
  }
  await rig.send(positionManager, MINT, [
    {
      token0,
      token1,
      fee: range.fee ?? 3000,
      tickLower: range.lower,
      tickUpper: range.upper,
      amount0Desired: range.amount,
      amount1Desired: range.amount,
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: owner,
      deadline: FAR_FUTURE,
    },
  ])
}

/** The ids of an owner's NFTs, in the manager's order. */
export async function positionIds(
  rig: Rig,
  { positionManager }: UniswapV3,
  owner: Address,
): Promise<bigint[]> {
  const held = await rig.read(positionManager, BALANCE, [owner])
  const at = 'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'
  return Promise.all(
    Array.from({ length: Number(held) }, (_, index) =>
      rig.read(positionManager, at, [owner, BigInt(index)]),
    ),
  )
}

const DECREASE =
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) returns (uint256 amount0, uint256 amount1)'
const COLLECT =
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) returns (uint256 amount0, uint256 amount1)'
const MULTICALL = 'function multicall(bytes[] data) returns (bytes[] results)'
const POSITIONS =
  'function positions(uint256 id) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 lower, int24 upper, uint128 liquidity, uint256 growth0, uint256 growth1, uint128 owed0, uint128 owed1)'

/** Takes liquidity out of a position; the manager owes the tokens until they are collected. */
export function decreasePosition(
  rig: Rig,
  { positionManager }: UniswapV3,
  tokenId: bigint,
  liquidity: bigint,
  owner: Address,
): Promise<void> {
  return rig.send(positionManager, DECREASE, [decrease(tokenId, liquidity)], owner)
}

function decrease(tokenId: bigint, liquidity: bigint) {
  return { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: FAR_FUTURE }
}

/** What the manager itself would pay its owner for a position now: for the liquidity, and unclaimed beside it. */
export async function withdrawalOf(
  rig: Rig,
  { positionManager }: UniswapV3,
  id: bigint,
  owner: Address,
): Promise<{ held: [bigint, bigint]; unclaimed: [bigint, bigint] }> {
  const liquidity = (await rig.read(positionManager, POSITIONS, [id]))[7]
  return paidFor(rig, positionManager, { id, liquidity }, owner)
}

/** The same for a manager that keeps the liquidity of a position elsewhere. */
export async function paidFor(
  rig: Rig,
  positionManager: Address,
  { id, liquidity }: { id: bigint; liquidity: bigint },
  owner: Address,
): Promise<{ held: [bigint, bigint]; unclaimed: [bigint, bigint] }> {
  const data = encodeCall(MULTICALL, [
    [
      encodeCall(DECREASE, [decrease(id, liquidity)]),
      encodeCall(COLLECT, [{ tokenId: id, recipient: owner, amount0Max: ALL, amount1Max: ALL }]),
    ],
  ])
  const asked = { from: owner, to: positionManager, data }
  const reply = await rig.rpc('eth_call', [asked, 'latest'])
  const [first = '0x', second = '0x'] = decodeReply(MULTICALL, parseHex(z.string().parse(reply)))
  const held = decodeReply(DECREASE, first)
  const paid = decodeReply(COLLECT, second)
  return { held: [...held], unclaimed: [paid[0] - held[0], paid[1] - held[1]] }
}

/** What burning an owner's `shares` of a pair pays; the chain is as before afterwards. */
export async function burnedFor(
  rig: Rig,
  pair: Address,
  [token0, token1]: [Address, Address],
  owner: Address,
  shares?: bigint,
): Promise<[bigint, bigint]> {
  const burned = shares ?? (await rig.read(pair, BALANCE, [owner]))
  const [amount0 = 0n, amount1 = 0n] = await gained(rig, [token0, token1], owner, async () => {
    await rig.send(pair, 'function transfer(address, uint256)', [pair, burned], owner)
    await rig.send(pair, 'function burn(address)', [owner], owner)
  })
  return [amount0, amount1]
}

const ROUTER = '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'
const EXACT_INPUT =
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) returns (uint256)'

type Swap = (from: Address, amountIn: bigint, fee?: number) => Promise<void>

/** A trader (Bob) between two tokens that are mintable: what gives the positions fees. */
export async function deployTrader(
  rig: Rig,
  { factory }: UniswapV3,
  [token0, token1]: [Address, Address],
): Promise<Swap> {
  const router = await rig.deploy(packagedCode(ROUTER), 'address, address', [factory, BOB])
  for (const token of [token0, token1]) await approve(rig, token, router, BOB)
  return async (tokenIn, amountIn, fee = 3000) => {
    await mint(rig, tokenIn, BOB, amountIn)
    const tokenOut = tokenIn === token0 ? token1 : token0
    const limits = { deadline: FAR_FUTURE, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }
    const params = { tokenIn, tokenOut, fee, recipient: BOB, amountIn, ...limits }
    await rig.send(router, EXACT_INPUT, [params], BOB)
  }
}
