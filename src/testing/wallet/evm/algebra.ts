import { getContractAddress } from 'viem'
import type { Address } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { approve, BOB, DEPLOYER, mint, type Rig, ZERO } from './rig.ts'
import { inOrder, PRICE_ONE, paidFor, type UniswapV3 } from './uniswap.ts'

const FAR_FUTURE = 10n ** 11n
const artifact = (place: 'core' | 'periphery', name: string) =>
  packagedCode(`@cryptoalgebra/${place}/artifacts/contracts/${name}.sol/${name}.json`)

export interface Algebra extends UniswapV3 {
  poolDeployer: Address
}

/** Algebra's factory, deployer of pools and position manager, from the packages. */
export async function deployAlgebra(rig: Rig): Promise<Algebra> {
  const sent = BigInt(String(await rig.rpc('eth_getTransactionCount', [DEPLOYER, 'latest'])))
  // Factory and deployer know each other from their creation on.
  const expected = getContractAddress({ from: DEPLOYER, nonce: sent + 1n })
  const factory = await rig.deploy(artifact('core', 'AlgebraFactory'), 'address', [expected])
  const vault = await rig.read(factory, 'function communityVault() view returns (address)', [])
  const code = artifact('core', 'AlgebraPoolDeployer')
  const poolDeployer = await rig.deploy(code, 'address, address', [factory, vault])
  if (poolDeployer !== expected.toLowerCase()) throw new Error(`${poolDeployer} is not ${expected}`)
  const positionManager = await rig.deploy(
    artifact('periphery', 'NonfungiblePositionManager'),
    'address, address, address, address',
    [factory, ZERO, ZERO, poolDeployer],
  )
  return { factory, positionManager, poolDeployer }
}

/** The pool of two tokens, at a price of one. */
export async function createAlgebraPool(
  rig: Rig,
  { positionManager }: Algebra,
  tokens: [Address, Address],
): Promise<void> {
  const create = 'function createAndInitializePoolIfNecessary(address, address, uint160)'
  await rig.send(positionManager, create, [...inOrder(...tokens), PRICE_ONE])
}

const MINT =
  'function mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)'

/** Gives `owner` a position between two ticks, with at most `amount` of each token. The tokens must be mintable. */
export async function mintAlgebraPosition(
  rig: Rig,
  { positionManager }: Algebra,
  tokens: [Address, Address],
  { lower, upper, amount }: { lower: number; upper: number; amount: bigint },
  owner: Address,
): Promise<void> {
  const [token0, token1] = inOrder(...tokens)
  for (const token of [token0, token1]) {
    await mint(rig, token, DEPLOYER, amount)
    await approve(rig, token, positionManager, DEPLOYER)
  }
  const amounts = { amount0Desired: amount, amount1Desired: amount, amount0Min: 0n, amount1Min: 0n }
  const params = { token0, token1, tickLower: lower, tickUpper: upper, recipient: owner }
  await rig.send(positionManager, MINT, [{ ...params, ...amounts, deadline: FAR_FUTURE }])
}

const POSITIONS =
  'function positions(uint256 id) view returns (uint88 nonce, address operator, address token0, address token1, int24 lower, int24 upper, uint128 liquidity, uint256 growth0, uint256 growth1, uint128 owed0, uint128 owed1)'

/** What the manager itself would pay its owner for a position now: for the liquidity, and unclaimed beside it. */
export async function algebraWithdrawalOf(
  rig: Rig,
  { positionManager }: Algebra,
  id: bigint,
  owner: Address,
): Promise<{ held: [bigint, bigint]; unclaimed: [bigint, bigint] }> {
  const liquidity = (await rig.read(positionManager, POSITIONS, [id]))[6]
  return paidFor(rig, positionManager, { id, liquidity }, owner)
}

const EXACT_INPUT =
  'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) returns (uint256)'

/** A trader (Bob) between two tokens that are mintable: what gives the positions fees. */
export async function deployAlgebraTrader(
  rig: Rig,
  { factory, poolDeployer }: Algebra,
  [token0, token1]: [Address, Address],
): Promise<(from: Address, amountIn: bigint) => Promise<void>> {
  const router = await rig.deploy(
    artifact('periphery', 'SwapRouter'),
    'address, address, address',
    [factory, BOB, poolDeployer],
  )
  for (const token of [token0, token1]) await approve(rig, token, router, BOB)
  return async (tokenIn, amountIn) => {
    await mint(rig, tokenIn, BOB, amountIn)
    const tokenOut = tokenIn === token0 ? token1 : token0
    const limits = { deadline: FAR_FUTURE, amountOutMinimum: 0n, limitSqrtPrice: 0n }
    await rig.send(
      router,
      EXACT_INPUT,
      [{ tokenIn, tokenOut, recipient: BOB, amountIn, ...limits }],
      BOB,
    )
  }
}
