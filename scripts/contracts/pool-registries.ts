import type { Address } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { PoolRegistryEntry } from '../../src/wallet/evm/drivers/pool-registry.ts'
import balancerLists from './balancer-lists.json' with { type: 'json' }
import { BALANCER_POOLS, BALANCER_VAULT } from './balancer-pools.ts'
import curvePools from './curve-pools.json' with { type: 'json' }
import { CURVE_CHAINS, CURVE_REGISTRY_SOURCE } from './curve-registries.ts'
import { lower } from './lower.ts'

/** Pools in one request: a pool takes about 20,000 gas, and many nodes allow 50 million. */
const PAGE = 1000
const CRV = lower('0xD533a949740bb3306d119CC777fa900bA034cd52')
const BAL = lower('0xba100000625a3754423978a60c9317c58a424e3D')
/** Curve's registry of all its registries. */
const META_REGISTRY = lower('0xF98B45FA17DE75FB1aD0e7aFD971b0ca00e379fC')
const CONVEX_CHAINS = [1, 42161, 137]
const CONVEX_BOOSTER = lower('0xF403C135812408BFbE8713b5A23a04b3D48AAE31')
const AURA_BOOSTER = lower('0xA57b8d98dAE62B26Ec3bcC4a365338157060B234')
const AURA_SIDE_BOOSTER = lower('0x98Ef32edd24e2c92525E59afc4475C1242a30184')
const AURA_SIDE_CHAINS = [42161, 10, 8453]
const BALANCER_V3_VAULT = lower('0xbA1333333333a1BA1108E8412f11850A5C319bA9')
/** Chains whose own coin is ether, which Curve's first pools hold as such. */
const ETHER_CHAINS = [1, 42161, 10, 8453]

interface ListedCurvePool {
  lpToken: string
  gauge?: string | undefined
  convex?: string | undefined
}
const LISTED: Record<string, ListedCurvePool[]> = curvePools
const LISTS: Record<string, { pools: string; gauges: string; hasV3: boolean }> = balancerLists

/** The registries of pools on a chain: Curve and Convex, Balancer and Aura. */
export function entries(chain: ScanChain): PoolRegistryEntry[] {
  return [
    ...curveEntries(chain),
    ...convexEntries(chain),
    ...balancerEntries(chain),
    ...auraEntries(chain),
  ]
}

function common(chain: ScanChain) {
  return {
    product: 'lp' as const,
    driver: 'pool-registry' as const,
    page: PAGE,
    pages: 1,
    ...(ETHER_CHAINS.includes(chain.chainId) && { native: 'ETH' }),
  }
}

function curveEntries(chain: ScanChain): PoolRegistryEntry[] {
  const found = CURVE_CHAINS.find(({ chainId }) => chainId === chain.chainId)
  if (!found) return []
  const { factories, cryptoFactory, gauges } = found
  const reward = {
    token: { address: CRV, symbol: 'CRV', decimals: 18 },
    claim: 'claimable_tokens' as const,
  }
  const entry = (
    walk: 'curve-factory' | 'curve-crypto-factory',
    name: string,
    registry: Address,
  ): PoolRegistryEntry => ({
    ...common(chain),
    id: `curve-registry-${name}`,
    protocol: 'curve-dex',
    source: CURVE_REGISTRY_SOURCE,
    walk,
    registry,
    ...gaugesOf(chain, registry, gauges),
    ...(chain.chainId === 1 && { reward }),
    except: countedElsewhere(chain),
  })
  return [
    ...factories.map(([name, factory]) => entry('curve-factory', name, lower(factory))),
    ...(cryptoFactory ? [entry('curve-crypto-factory', 'crypto', lower(cryptoFactory))] : []),
  ]
}

function gaugesOf(
  { chainId }: ScanChain,
  registry: Address,
  gauges?: [string, string?],
): Pick<PoolRegistryEntry, 'gauges'> {
  if (chainId === 1) return { gauges: { contract: registry, by: 'get_gauge' } }
  if (!gauges) return {}
  const [contract, older] = gauges
  return {
    gauges: {
      contract: lower(contract),
      ...(older && { older: lower(older) }),
      by: 'get_gauge_from_lp_token',
    },
  }
}

/** Tokens and stakes of the Curve pools that are listed one by one. */
function countedElsewhere({ key }: ScanChain): Address[] {
  const pools = LISTED[key] ?? []
  return pools
    .flatMap(({ lpToken, gauge, convex }) => [lpToken, gauge, convex])
    .flatMap((each) => (each ? [lower(each)] : []))
}

function convexEntries(chain: ScanChain): PoolRegistryEntry[] {
  if (!CONVEX_CHAINS.includes(chain.chainId)) return []
  const isMain = chain.chainId === 1
  const reward = {
    token: { address: CRV, symbol: 'CRV', decimals: 18 },
    claim: 'earned' as const,
  }
  return [
    {
      ...common(chain),
      id: 'convex-booster',
      protocol: 'convex-finance',
      source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/convex',
      walk: isMain ? 'convex' : 'convex-side',
      registry: CONVEX_BOOSTER,
      ...(isMain && { poolOfToken: META_REGISTRY, reward }),
      except: countedElsewhere(chain),
    },
  ]
}

const BALANCER_LIST_SOURCE = 'BalancerMaxis/bal_addresses@addf02d outputs/pools.json, gauges.json'

function balancerEntries(chain: ScanChain): PoolRegistryEntry[] {
  const lists = LISTS[chain.key]
  if (!lists) return []
  const entry = (walk: 'balancer-pools' | 'balancer-gauges', list: string): PoolRegistryEntry => ({
    ...common(chain),
    id: walk,
    protocol: 'balancer-v2',
    source: BALANCER_LIST_SOURCE,
    walk,
    list: `0x${list}`,
    page: list.length / 40,
    vaults: vaultsOf(lists.hasV3),
    ...(lists.hasV3 && { v3Protocol: 'balancer-v3' }),
    // The first 20 bytes of a pool's id are its address.
    except: BALANCER_POOLS.filter((pool) => pool.chain === chain.key).map(({ poolId }) =>
      lower(poolId.slice(0, 42)),
    ),
  })
  return [
    entry('balancer-pools', lists.pools),
    ...(lists.gauges === '' ? [] : [entry('balancer-gauges', lists.gauges)]),
  ]
}

function vaultsOf(hasV3: boolean) {
  return { v2: lower(BALANCER_VAULT), ...(hasV3 && { v3: BALANCER_V3_VAULT }) }
}

function auraEntries(chain: ScanChain): PoolRegistryEntry[] {
  const isMain = chain.chainId === 1
  if (!isMain && !AURA_SIDE_CHAINS.includes(chain.chainId)) return []
  const reward = {
    token: { address: BAL, symbol: 'BAL', decimals: 18 },
    claim: 'earned' as const,
  }
  return [
    {
      ...common(chain),
      id: 'aura-booster',
      protocol: 'aura',
      source: isMain
        ? 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/aura-finance'
        : 'several public repositories agree (BoosterLite of Aura)',
      walk: 'aura',
      registry: isMain ? AURA_BOOSTER : AURA_SIDE_BOOSTER,
      vaults: vaultsOf(LISTS[chain.key]?.hasV3 ?? false),
      ...(isMain && { reward }),
      except: [],
    },
  ]
}
