import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Address, Hex } from '../../../chains/address.ts'
import { packagedCode, parseHex } from './artifacts.ts'
import { approve, BOB, DEPLOYER, mint, type Rig, ZERO } from './rig.ts'
import { PRICE_ONE } from './uniswap.ts'

const OUT = '@uniswap/v4-periphery/foundry-out'
const FAR_FUTURE = 10n ** 11n
/** Enough for any position of the tests; what is left over stays in the manager. */
const PLENTY = 10n ** 24n
const ALL = 2n ** 128n - 1n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const KEY = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
const MODIFY = 'function modifyLiquidities(bytes unlockData, uint256 deadline) payable'
/** Numbers of `Actions` (v4-periphery). */
const ACTIONS = { decrease: 0x01, mint: 0x02, settle: 0x0b, takePair: 0x11 }

export interface UniswapV4 {
  pools: Address
  manager: Address
  swapper: Address
}

export interface PoolKey {
  currency0: Address
  currency1: Address
  fee: number
  tickSpacing: number
  hooks: Address
}

/** Uniswap v4's pool manager, position manager and test router, as the package ships them. */
export async function deployUniswapV4(rig: Rig): Promise<UniswapV4> {
  const pools = await rig.deploy(
    packagedCode(`${OUT}/PoolManager.sol/PoolManager.default.json`),
    'address',
    [DEPLOYER],
  )
  const manager = await rig.deploy(
    packagedCode(`${OUT}/PositionManager.sol/PositionManager.json`),
    'address, address, uint256, address, address',
    [pools, ZERO, 100_000n, ZERO, ZERO],
  )
  const swapper = await rig.deploy(
    packagedCode(`${OUT}/PoolSwapTest.sol/PoolSwapTest.default.json`),
    'address',
    [pools],
  )
  return { pools, manager, swapper }
}

/** A pool at a price of one. */
export async function createV4Pool(rig: Rig, { pools }: UniswapV4, key: PoolKey): Promise<void> {
  const signature = `function initialize(${KEY} key, uint160 sqrtPriceX96) returns (int24)` as const
  await rig.send(pools, signature, [key, PRICE_ONE])
}

/** Gives `owner` a position, and returns its id. The tokens must be mintable; the zero address is the chain's own coin. */
export async function mintV4Position(
  rig: Rig,
  { manager }: UniswapV4,
  key: PoolKey,
  range: { lower: number; upper: number; liquidity: bigint },
  owner: Address,
): Promise<bigint> {
  for (const currency of [key.currency0, key.currency1]) {
    if (currency !== ZERO) await mint(rig, currency, manager, PLENTY)
    else await rig.rpc('anvil_setBalance', [manager, `0x${PLENTY.toString(16)}`])
  }
  const id = await rig.read(manager, 'function nextTokenId() view returns (uint256)', [])
  const { lower, upper, liquidity } = range
  const types = `${KEY}, int24, int24, uint256, uint128, uint128, address, bytes`
  const args = [key, lower, upper, liquidity, ALL, ALL, owner, '0x']
  await rig.send(manager, MODIFY, [
    unlockData([
      [ACTIONS.mint, types, args],
      // Paid by the manager itself, in full.
      [ACTIONS.settle, 'address, uint256, bool', [key.currency0, 0n, false]],
      [ACTIONS.settle, 'address, uint256, bool', [key.currency1, 0n, false]],
    ]),
    FAR_FUTURE,
  ])
  return id
}

/** What withdrawing all of a position pays its owner, fees included; the chain is as before afterwards. */
export async function v4WithdrawalOf(
  rig: Rig,
  { manager }: UniswapV4,
  { key, id }: { key: PoolKey; id: bigint },
  owner: Address,
): Promise<[bigint, bigint]> {
  const snapshot = await rig.rpc('evm_snapshot', [])
  const liquidity = await rig.read(
    manager,
    'function getPositionLiquidity(uint256 id) view returns (uint128)',
    [id],
  )
  const paidTo: Address = `0x${'5e'.repeat(20)}`
  const data = unlockData([
    [ACTIONS.decrease, 'uint256, uint256, uint128, uint128, bytes', [id, liquidity, 0n, 0n, '0x']],
    [ACTIONS.takePair, 'address, address, address', [key.currency0, key.currency1, paidTo]],
  ])
  await rig.send(manager, MODIFY, [data, FAR_FUTURE], owner)
  const paid = await Promise.all([
    balanceOf(rig, key.currency0, paidTo),
    balanceOf(rig, key.currency1, paidTo),
  ])
  await rig.rpc('evm_revert', [snapshot])
  return paid
}

async function balanceOf(rig: Rig, currency: Address, owner: Address): Promise<bigint> {
  if (currency !== ZERO) return rig.read(currency, BALANCE, [owner])
  return BigInt(String(await rig.rpc('eth_getBalance', [owner, 'latest'])))
}

const SWAP =
  `function swap(${KEY} key, (bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96) params, (bool takeClaims, bool settleUsingBurn) settings, bytes hookData) payable returns (int256)` as const
const MIN_PRICE = 4_295_128_740n
const MAX_PRICE = 1461446703485210103287273052203988822378723970341n

/** Sells this much of one token of a pool, by Bob: what gives the positions fees. */
export async function swapOnV4(
  rig: Rig,
  { swapper }: UniswapV4,
  key: PoolKey,
  sold: { token: Address; amount: bigint },
): Promise<void> {
  await mint(rig, sold.token, BOB, sold.amount)
  await approve(rig, sold.token, swapper, BOB)
  const zeroForOne = sold.token === key.currency0
  const params = {
    zeroForOne,
    amountSpecified: -sold.amount,
    sqrtPriceLimitX96: zeroForOne ? MIN_PRICE : MAX_PRICE,
  }
  const settings = { takeClaims: false, settleUsingBurn: false }
  await rig.send(swapper, SWAP, [key, params, settings, '0x'], BOB)
}

/** What the position manager has to do, one action after the other. */
function unlockData(steps: readonly [action: number, types: string, args: unknown[]][]): Hex {
  const actions = parseHex(
    `0x${steps.map(([action]) => action.toString(16).padStart(2, '0')).join('')}`,
  )
  const params = steps.map(([, types, args]) =>
    encodeAbiParameters(parseAbiParameters(types), args),
  )
  return encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [actions, params])
}
