import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Address, Hex } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { approve, DEPLOYER, mint, type Rig, ZERO } from './rig.ts'

const PAUSE_WINDOW = 7_776_000n
const BUFFER_PERIOD = 2_592_000n
const SWAP_FEE = 10n ** 15n
const HALF = 5n * 10n ** 17n
const AMPLIFICATION = 200n
const FAR_FUTURE = 10n ** 11n
/** `JoinKind.INIT`, and `ExitKind.EXACT_BPT_IN_FOR_TOKENS_OUT`, the same in weighted and stable pools. */
const INIT = 0n
const EXACT_SHARES_IN = 1n

const NAMES = 'string name, string symbol, address[] tokens'
const CREATE_WEIGHTED =
  `function create(${NAMES}, uint256[] weights, uint256 swapFee, address owner) returns (address)` as const
const CREATE_STABLE =
  `function create(${NAMES}, uint256 amplification, uint256 swapFee, address owner) returns (address)` as const
const JOIN =
  'function joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) request)'
const SWAP =
  'function swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) swap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline)'
const QUERY_EXIT =
  'function queryExit(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) request) returns (uint256 bptIn, uint256[] amountsOut)'

export interface Balancer {
  vault: Address
  /** Says what an exit would pay. */
  helpers: Address
  factories: Record<BalancerKind, Address>
}
export type BalancerKind = 'weighted' | 'stable'

export interface BalancerPool {
  pool: Address
  poolId: Hex
  /** In the pool's order. */
  tokens: Address[]
}

/** Where a contract of @balancer-labs/v2-deployments keeps its artifact: the factory of the first stable pools was kept for Kovan only. */
const file = (network: string, name: string): string =>
  `@balancer-labs/v2-deployments/deployed/${network}/${name}.json`

/** Balancer v2's vault and two of its factories, from their package. */
export async function deployBalancer(rig: Rig): Promise<Balancer> {
  const deploy = (name: string, types: string, args: readonly unknown[], network = 'mainnet') =>
    rig.deploy(packagedCode(file(network, name)), types, args)
  const authorizer = await deploy('Authorizer', 'address', [DEPLOYER])
  const vault = await deploy('Vault', 'address, address, uint256, uint256', [
    authorizer,
    ZERO,
    PAUSE_WINDOW,
    BUFFER_PERIOD,
  ])
  const helpers = await deploy('BalancerHelpers', 'address', [vault])
  const weighted = await deploy('WeightedPoolFactory', 'address', [vault])
  const stable = await deploy('StablePoolFactory', 'address', [vault], 'kovan')
  return { vault, helpers, factories: { weighted, stable } }
}

/** A pool of two tokens that `owner` fills. A weighted one holds half of its value in each. The tokens must be mintable. */
export async function createBalancerPool(
  rig: Rig,
  { vault, factories }: Balancer,
  kind: BalancerKind,
  content: readonly [token: Address, amount: bigint][],
  owner: Address,
): Promise<BalancerPool> {
  const sorted = content.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const tokens = sorted.map(([token]) => token)
  const amounts = sorted.map(([, amount]) => amount)
  for (const [token, amount] of sorted) {
    await mint(rig, token, owner, amount)
    await approve(rig, token, vault, owner)
  }
  const pool = await created(rig, factories, kind, tokens)
  const poolId = await rig.read(pool, 'function getPoolId() view returns (bytes32)', [])
  const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [INIT, amounts])
  const request = { assets: tokens, maxAmountsIn: amounts, userData, fromInternalBalance: false }
  await rig.send(vault, JOIN, [poolId, owner, owner, request], owner)
  return { pool, poolId, tokens }
}

/** Asked first, because a transaction does not report what it returned. */
async function created(
  rig: Rig,
  { weighted, stable }: Balancer['factories'],
  kind: BalancerKind,
  tokens: Address[],
): Promise<Address> {
  if (kind === 'stable') {
    const args = ['Pool', 'BPT', tokens, AMPLIFICATION, SWAP_FEE, DEPLOYER] as const
    const pool = await rig.read(stable, CREATE_STABLE, args)
    await rig.send(stable, CREATE_STABLE, args)
    return pool
  }
  const weights = tokens.map(() => HALF)
  const args = ['Pool', 'BPT', tokens, weights, SWAP_FEE, DEPLOYER] as const
  const pool = await rig.read(weighted, CREATE_WEIGHTED, args)
  await rig.send(weighted, CREATE_WEIGHTED, args)
  return pool
}

/** Sells some of the pool's first token, which `trader` gets for it. */
export async function swapAtBalancer(
  rig: Rig,
  vault: Address,
  { poolId, tokens }: BalancerPool,
  amount: bigint,
  trader: Address,
): Promise<void> {
  const [assetIn = ZERO, assetOut = ZERO] = tokens
  await mint(rig, assetIn, trader, amount)
  await approve(rig, assetIn, vault, trader)
  const funds = {
    sender: trader,
    fromInternalBalance: false,
    recipient: trader,
    toInternalBalance: false,
  }
  const swap = { poolId, kind: 0, assetIn, assetOut, amount, userData: '0x' as const }
  await rig.send(vault, SWAP, [swap, funds, 0n, FAR_FUTURE], trader)
}

/** What the vault would pay for this many shares, in the order of the pool's tokens. */
export async function balancerExit(
  rig: Rig,
  helpers: Address,
  { poolId, tokens }: BalancerPool,
  shares: bigint,
  owner: Address,
): Promise<readonly bigint[]> {
  const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [
    EXACT_SHARES_IN,
    shares,
  ])
  const request = {
    assets: tokens,
    minAmountsOut: tokens.map(() => 0n),
    userData,
    toInternalBalance: false,
  }
  const [, amounts] = await rig.read(helpers, QUERY_EXIT, [poolId, owner, owner, request])
  return amounts
}
