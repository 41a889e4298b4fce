import type { Address } from '../../model/address.ts'
import type { PoolsRequest } from '../client/lens/pools.ts'
import { selectorOf } from '../client/selector.ts'

const ZERO: Address = '0x0000000000000000000000000000000000000000'
const POOLS = {
  count: selectorOf('function pool_count() view returns (uint256)', []),
  item: selectorOf('function pool_list(uint256 at) view returns (address)', [0n]),
}
const BOOSTER = {
  count: selectorOf('function poolLength() view returns (uint256)', []),
  item: selectorOf(
    'function poolInfo(uint256 at) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)',
    [0n],
  ),
  tokenWord: 0,
}
const POOL_ID = selectorOf('function getPoolId() view returns (bytes32)', [])

/** How a registry of pools is walked. */
export const WALKS = {
  /** Curve's factory of pools that are their own token. */
  'curve-factory': POOLS,
  /** Curve's first factory of crypto pools, which have a token apart. */
  'curve-crypto-factory': {
    ...POOLS,
    tokenOf: selectorOf('function get_token(address pool) view returns (address)', [ZERO]),
  },
  /** Convex on Ethereum: a reward contract for each token of a pool. */
  convex: { ...BOOSTER, holderWord: 3 },
  /** Convex on other chains, whose records are shorter. */
  'convex-side': { ...BOOSTER, holderWord: 2 },
  /** Equilibria, whose records begin with a market of Pendle, and name the reward contract third (its IPendleBooster). */
  equilibria: { ...BOOSTER, holderWord: 2 },
  /** The markets in those records, which are their own tokens. */
  'pendle-markets': { count: BOOSTER.count, item: BOOSTER.item },
  /** The principal and the yield token of each of them, which the market tells after its standardized yield (SY). */
  'pendle-tokens': {
    count: BOOSTER.count,
    item: BOOSTER.item,
    recordOf: selectorOf(
      'function readTokens() view returns (address sy, address pt, address yt)',
      [],
    ),
    tokenWord: 1,
    holderWord: 2,
  },
  /** Penpie, which keeps the stakes itself and names the token of each pool before its receipt (its IMasterPenpie). */
  penpie: {
    count: BOOSTER.count,
    item: selectorOf('function registeredToken(uint256 at) view returns (address)', [0n]),
    stakeOf: selectorOf(
      'function stakingInfo(address token, address owner) view returns (uint256 staked, uint256 available)',
      [ZERO, ZERO],
    ),
    recordOf: selectorOf(
      'function tokenToPoolInfo(address token) view returns (address token, address receipt, uint256 points, uint256 rewardedAt, uint256 perShare, uint256 total, address rewarder, bool isActive)',
      [ZERO],
    ),
    tokenWord: 0,
    holderWord: 1,
  },
  /** A list of tokens, each for itself. */
  tokens: {},
  /** Aura, whose records are those of Convex. */
  aura: { ...BOOSTER, holderWord: 3, keyOf: POOL_ID },
  /** A list of Balancer's pools. */
  'balancer-pools': { keyOf: POOL_ID },
  /** A list of Balancer's gauges. */
  'balancer-gauges': {
    keyOf: POOL_ID,
    lpOf: selectorOf('function lp_token() view returns (address)', []),
  },
} as const satisfies Record<string, Partial<PoolsRequest>>

/** How a factory or another contract tells the gauge of a pool. */
export const GAUGE_OF = {
  get_gauge: selectorOf('function get_gauge(address pool) view returns (address)', [ZERO]),
  get_gauge_from_lp_token: selectorOf(
    'function get_gauge_from_lp_token(address token) view returns (address)',
    [ZERO],
  ),
} as const

/** Curve's registry of all pools: the pool of a token, for tokens that are not their own pool. */
export const POOL_OF_TOKEN = selectorOf(
  'function get_pool_from_lp_token(address token) view returns (address)',
  [ZERO],
)
