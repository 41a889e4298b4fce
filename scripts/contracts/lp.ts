import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import type { BalancerEntry } from '../../src/wallet/evm/drivers/balancer.ts'
import type { CurveEntry } from '../../src/wallet/evm/drivers/curve.ts'
import type { PendleEntry } from '../../src/wallet/evm/drivers/pendle.ts'
import type { Stake } from '../../src/wallet/evm/drivers/pool-token.ts'
import type { UniswapV2Entry } from '../../src/wallet/evm/drivers/uniswap-v2.ts'
import type { VelodromeEntry } from '../../src/wallet/evm/drivers/velodrome.ts'
import { AAVE_SOURCE, listedToken } from './aave-tokens.ts'
import { BALANCER_POOLS, BALANCER_SOURCE, BALANCER_VAULT } from './balancer-pools.ts'
import curvePools from './curve-pools.json' with { type: 'json' }
import { lower, slug } from './lower.ts'
import { PRINCIPAL_TOKENS } from './pendle-tokens.ts'
import { type ListedToken, V2_FACTORIES } from './v2-pairs.ts'
import { v3Entries } from './v3-managers.ts'
import { leafEntries } from './velodrome-leaves.ts'

const CRV = {
  address: lower('0xD533a949740bb3306d119CC777fa900bA034cd52'),
  symbol: 'CRV',
  decimals: 18,
}
const CURVE_SOURCE =
  '@curvefi/api@2.70.1 constants/pools; Convex: convex-eth/platform@00fc94ca contracts/contracts.json'

/** Pools of a chain: pairs, concentrated liquidity, Curve with Convex, Balancer, Pendle, Aerodrome and Velodrome. */
export function entries(chain: ScanChain): ContractEntry[] {
  return [
    ...v2Entries(chain),
    ...v3Entries(chain),
    ...curveEntries(chain),
    ...balancerEntries(chain),
    ...pendleEntries(chain),
    ...sugarEntries(chain),
  ]
}

function v2Entries({ chainId }: ScanChain): UniswapV2Entry[] {
  return V2_FACTORIES.filter((each) => each.chainId === chainId).flatMap(
    ({ protocol, factory, source, protocolFee, pairs }) =>
      pairs.map(([tokenA, tokenB, pair]): UniswapV2Entry => {
        const [token0, token1] = [tokenOf(chainId, tokenA), tokenOf(chainId, tokenB)].sort(
          (a, b) => (a.address < b.address ? -1 : 1),
        )
        if (!token0 || !token1) throw new TypeError(`A pair has two tokens: ${pair}`)
        const market = `${token0.symbol}/${token1.symbol}`
        return {
          id: `${protocol}-${slug(market)}`,
          protocol,
          product: 'lp',
          market,
          driver: 'uniswap-v2',
          source,
          factory: lower(factory),
          pair: lower(pair),
          token0,
          token1,
          protocolFee: protocolFee ?? { numerator: 1, rootK: 5, rootKLast: 1 },
          stakes: [],
        }
      }),
  )
}

function tokenOf(chainId: number, [address, symbol, decimals]: ListedToken) {
  const known = listedToken(chainId, address)
  return { address: lower(address), symbol: known?.symbol ?? symbol, decimals }
}

interface CurvePool {
  name: string
  pool: string
  lpToken: string
  index: string
  coins: { address: string; symbol: string; decimals: number }[]
  gauge?: string | undefined
  convex?: string | undefined
}
const CURVE_POOLS: Record<string, CurvePool[]> = curvePools

function curveEntries({ key, chainId }: ScanChain): CurveEntry[] {
  const pools = CURVE_POOLS[key] ?? []
  return pools.map((pool): CurveEntry => {
    const stakes: Stake[] = []
    if (pool.gauge) {
      const reward = { token: CRV, claim: 'claimable_tokens' } as const
      stakes.push({
        contract: lower(pool.gauge),
        label: 'gauge',
        // The first gauges on other chains pay rewards in another way.
        ...(chainId === 1 ? { reward } : {}),
      })
    }
    if (pool.convex) {
      stakes.push({
        contract: lower(pool.convex),
        label: 'convex',
        protocol: 'convex-finance',
        reward: { token: CRV, claim: 'earned' },
      })
    }
    return {
      id: `curve-${slug(pool.name)}`,
      protocol: 'curve-dex',
      product: 'lp',
      market: pool.name,
      driver: 'curve',
      source: CURVE_SOURCE,
      pool: lower(pool.pool),
      lpToken: lower(pool.lpToken),
      coins: pool.coins.map(({ address, symbol, decimals }) =>
        tokenOf(chainId, [address, symbol, decimals]),
      ),
      index: pool.index === 'int128' ? 'int128' : 'uint256',
      stakes,
    }
  })
}

function balancerEntries({ key }: ScanChain): BalancerEntry[] {
  const pools = BALANCER_POOLS.filter((pool) => pool.chain === key)
  return pools.map(({ name, poolId }) => ({
    id: `balancer-v2-${slug(name)}`,
    protocol: 'balancer-v2',
    product: 'lp',
    market: name,
    driver: 'balancer',
    source: BALANCER_SOURCE,
    vault: lower(BALANCER_VAULT),
    poolId,
    // The first 20 bytes of the id are the pool's address.
    pool: lower(poolId.slice(0, 42)),
    tokens: [],
    stakes: [],
  }))
}

function pendleEntries({ chainId }: ScanChain): PendleEntry[] {
  const tokens = PRINCIPAL_TOKENS.filter((each) => each.chainId === chainId)
  return tokens.map(({ name, address, decimals }) => ({
    id: `pendle-${slug(name)}`,
    protocol: 'pendle',
    product: 'vault',
    market: name,
    driver: 'pendle',
    source: AAVE_SOURCE,
    pt: tokenOf(chainId, [address, name, decimals]),
  }))
}

/**
 * How many pools of each kind are read. For a pool without a position, Sugar uses about 45,000 gas if it is a plain pool and 12,000 if
 * it is concentrated (by its source): 24 million in total on Base, below the 50 million that nodes allow per call.
 */
const PLAIN_POOLS = 150
const CONCENTRATED_POOLS = 600
/** The same limit for each newer deployment of Slipstream. */
const YOUNGER_POOLS = 400
const SUGARS: Record<number, Omit<VelodromeEntry, 'driver' | 'product'>> = {
  8453: {
    id: 'aerodrome',
    protocol: 'aerodrome',
    source: 'velodrome-finance/sugar@9348d8e deployments/base.env; its shape: contracts/LpSugar.vy',
    sugar: lower('0x3058f92ebf83e2536f2084f20f7c0357d7d3ccfe'),
    factories: [
      { factory: lower('0x420DD381b31aEf6683db6B902084cB0FFECe40Da'), limit: PLAIN_POOLS },
      { factory: lower('0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A'), limit: CONCENTRATED_POOLS },
      { factory: lower('0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a'), limit: YOUNGER_POOLS },
      { factory: lower('0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef'), limit: YOUNGER_POOLS },
    ],
    // Older than Sugar, which finds the position manager through a gauge that this factory may not have.
    unread: [lower('0x9592CD9B267748cbfBDe90Ac9F7DF3c437A6d51B')],
    emissions: {
      address: lower('0x940181a94A35A4569E4529A3CDfB74e38FD98631'),
      symbol: 'AERO',
      decimals: 18,
    },
  },
  10: {
    id: 'velodrome',
    protocol: 'velodrome-v2',
    source:
      'velodrome-finance/sugar@9348d8e deployments/optimism.env; its shape: contracts/LpSugar.vy',
    sugar: lower('0x1d5E1893fCfb62CAaCE48eB2BAF7a6E134a8a27c'),
    factories: [
      { factory: lower('0xF1046053aa5682b4F9a81b5481394DA16BE5FF5a'), limit: PLAIN_POOLS },
      { factory: lower('0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F'), limit: CONCENTRATED_POOLS },
      { factory: lower('0xe13Dd1fbA721Aa81a1826D9523AC9BC7d260c879'), limit: YOUNGER_POOLS },
    ],
    unread: [lower('0x548118C7E0B865C2CfA94D15EC86B666468ac758')],
    emissions: {
      address: lower('0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db'),
      symbol: 'VELO',
      decimals: 18,
    },
  },
}

function sugarEntries({ chainId }: ScanChain): VelodromeEntry[] {
  const found = SUGARS[chainId]
  return found ? [{ ...found, product: 'lp', driver: 'velodrome' }] : leafEntries(chainId)
}
