import { type Address, type Hex, ZERO_ADDRESS } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { askBalancesOf, readBalances } from '../../../chains/evm/lens/balances.ts'
import {
  askPools,
  type HeldPool,
  type PoolsRequest,
  readPools,
} from '../../../chains/evm/lens/pools.ts'
import { READ_SET, setReader } from '../../../chains/evm/lens/set-reader.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'

const POOLS = {
  count: selectorOf('function pool_count() view returns (uint256)'),
  item: selectorOf('function pool_list(uint256 at) view returns (address)'),
}
const BOOSTER = {
  count: selectorOf('function poolLength() view returns (uint256)'),
  item: selectorOf(
    'function poolInfo(uint256 at) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)',
  ),
  tokenWord: 0,
}
const POOL_ID = selectorOf('function getPoolId() view returns (bytes32)')

/** How a registry of pools is walked. */
const WALKS = {
  /** Curve's factory of pools that are their own token. */
  'curve-factory': POOLS,
  /** Curve's first factory of crypto pools, which have a token apart. */
  'curve-crypto-factory': {
    ...POOLS,
    tokenOf: selectorOf('function get_token(address pool) view returns (address)'),
  },
  /** Convex on Ethereum: a reward contract for each token of a pool. */
  convex: { ...BOOSTER, holderWord: 3 },
  /** Convex on other chains, whose records are shorter. */
  'convex-side': { ...BOOSTER, holderWord: 2 },
  /** Equilibria, whose records begin with a market of Pendle, and name the reward contract third (its IPendleBooster). */
  equilibria: { ...BOOSTER, holderWord: 2 },
  /** Markets of Pendle, which are their own tokens. */
  'pendle-markets': READ_SET,
  /** The principal and the yield token of each of them, which the market reports after its standardized yield (SY). */
  'pendle-tokens': {
    ...READ_SET,
    recordOf: selectorOf('function readTokens() view returns (address sy, address pt, address yt)'),
    tokenWord: 1,
    holderWord: 2,
  },
  /** Penpie, which keeps the stakes itself and names the token of each pool before its receipt (its IMasterPenpie). */
  penpie: {
    count: BOOSTER.count,
    item: selectorOf('function registeredToken(uint256 at) view returns (address)'),
    stakeOf: selectorOf(
      'function stakingInfo(address token, address owner) view returns (uint256 staked, uint256 available)',
    ),
    recordOf: selectorOf(
      'function tokenToPoolInfo(address token) view returns (address token, address receipt, uint256 points, uint256 rewardedAt, uint256 perShare, uint256 total, address rewarder, bool isActive)',
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
    lpOf: selectorOf('function lp_token() view returns (address)'),
  },
} as const satisfies Record<string, Partial<PoolsRequest>>

/** How a factory or another contract reports the gauge of a pool. */
const GAUGE_OF = {
  get_gauge: selectorOf('function get_gauge(address pool) view returns (address)'),
  get_gauge_from_lp_token: selectorOf(
    'function get_gauge_from_lp_token(address token) view returns (address)',
  ),
} as const

/** Curve's registry of all pools: the pool of a token, for tokens that are not their own pool. */
const POOL_OF_TOKEN = selectorOf(
  'function get_pool_from_lp_token(address token) view returns (address)',
)

interface WalkedEntry {
  walk: keyof typeof WALKS
  registry?: Address | undefined
  list?: Hex | undefined
  slot?: number | undefined
  page: number
  pages: number
  gauges?: { contract: Address; older?: Address | undefined; by: keyof typeof GAUGE_OF } | undefined
  poolOfToken?: Address | undefined
  vaults?: object | undefined
}

/** Hex digits of a list of 250 pools, which take a quarter of what a registry may. */
const HEAVY_LIST = 2 + 40 * 250

interface Walked {
  /** Pools in the registry, and those among them that did not answer. */
  total: bigint
  unread: bigint
  found: HeldPool[]
}

/** The pools of a registry or a list in which the owner has a balance. Throws `Unreadable` when it did not answer. */
export function* walkPools(entry: WalkedEntry, owner: Address): Generator<Call[], Walked, Reply[]> {
  if (entry.walk === 'tokens' && entry.list) return yield* walkTokens(entry.list, owner)
  const isHeavy = entry.slot !== undefined || (entry.list?.length ?? Infinity) > HEAVY_LIST
  const { requests, ...standing } = requestsOf(entry)
  const asked = requests.map((request) => askPools(request, owner, { isHeavy, ...standing }))
  const pages = (yield asked).map(readPools)
  return {
    total: pages[0]?.total ?? 0n,
    unread: pages.reduce((sum, each) => sum + each.unread, 0n),
    found: pages.flatMap((each) => each.found),
  }
}

const requestsOf = memoizeWeak((entry: WalkedEntry) => {
  const { registry, list, slot, gauges, poolOfToken } = entry
  const requests = Array.from(
    { length: entry.pages },
    (_, at): PoolsRequest => ({
      ...WALKS[entry.walk],
      ...(registry && { registry }),
      ...(list && { list }),
      ...(gauges && { gauges: gauges.contract, gaugeOf: GAUGE_OF[gauges.by] }),
      ...(gauges?.older && { olderGauges: gauges.older }),
      ...(poolOfToken && { keys: poolOfToken, keyOf: POOL_OF_TOKEN }),
      coins: entry.vaults === undefined,
      skip: BigInt(at * entry.page),
      max: BigInt(entry.page),
    }),
  )
  if (slot === undefined) return { requests }
  const reader = setReader(slot)
  const overrides = Object.fromEntries(unpacked(list ?? '0x').map((each) => [each, reader]))
  return { requests, overrides }
})

/** Tokens that are nothing but themselves: a shorter lens reads them. */
function* walkTokens(list: Hex, owner: Address): Generator<Call[], Walked, Reply[]> {
  const tokens = unpacked(list)
  const [reply] = yield [askBalancesOf(list, owner)]
  const balances = readBalances(reply, tokens.length)
  if (balances === null) throw new Unreadable('The tokens did not answer')
  const found = tokens.flatMap((token, at): HeldPool[] => {
    const loose = balances[at] ?? 0n
    return loose === 0n ? [] : [{ ...ALONE, pool: token, token, loose }]
  })
  const unread = balances.filter((balance) => balance === null).length
  return { total: BigInt(tokens.length), unread: BigInt(unread), found }
}

/** What a token has beside its own balance. */
const ALONE = {
  holder: ZERO_ADDRESS,
  key: `0x${'0'.repeat(64)}`,
  staked: 0n,
  coins: [],
  balances: [],
} as const
