import type { Address, Hex } from '../../model/address.ts'
import type { PoolsRequest } from '../client/lens/pools.ts'
import { type ArgsOf, encodeCall } from '../client/viem.ts'

const ZERO: Address = '0x0000000000000000000000000000000000000000'
const selector = <const S extends string>(signature: S, args: ArgsOf<S>): Hex =>
  `0x${encodeCall(signature, args).slice(2, 10)}`

const POOLS = {
  count: selector('function pool_count() view returns (uint256)', []),
  item: selector('function pool_list(uint256 at) view returns (address)', [0n]),
}
const BOOSTER = {
  count: selector('function poolLength() view returns (uint256)', []),
  item: selector(
    'function poolInfo(uint256 at) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)',
    [0n],
  ),
  tokenWord: 0,
}
const POOL_ID = selector('function getPoolId() view returns (bytes32)', [])

/** How a registry of pools is walked. */
export const WALKS = {
  /** Curve's factory of pools that are their own token. */
  'curve-factory': POOLS,
  /** Curve's first factory of crypto pools, which have a token apart. */
  'curve-crypto-factory': {
    ...POOLS,
    tokenOf: selector('function get_token(address pool) view returns (address)', [ZERO]),
  },
  /** Convex on Ethereum: a reward contract for each token of a pool. */
  convex: { ...BOOSTER, holderWord: 3 },
  /** Convex on other chains, whose records are shorter. */
  'convex-side': { ...BOOSTER, holderWord: 2 },
  /** Aura, whose records are those of Convex. */
  aura: { ...BOOSTER, holderWord: 3, keyOf: POOL_ID },
  /** A list of Balancer's pools. */
  'balancer-pools': { keyOf: POOL_ID },
  /** A list of Balancer's gauges. */
  'balancer-gauges': {
    keyOf: POOL_ID,
    lpOf: selector('function lp_token() view returns (address)', []),
  },
} as const satisfies Record<string, Partial<PoolsRequest>>

/** How a factory or another contract tells the gauge of a pool. */
export const GAUGE_OF = {
  get_gauge: selector('function get_gauge(address pool) view returns (address)', [ZERO]),
  get_gauge_from_lp_token: selector(
    'function get_gauge_from_lp_token(address token) view returns (address)',
    [ZERO],
  ),
} as const

/** Curve's registry of all pools: the pool of a token, for tokens that are not their own pool. */
export const POOL_OF_TOKEN = selector(
  'function get_pool_from_lp_token(address token) view returns (address)',
  [ZERO],
)
