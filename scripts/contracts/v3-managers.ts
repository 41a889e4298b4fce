import { createRequire } from 'node:module'
import * as z from 'zod'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { UniswapV3Entry } from '../../src/wallet/evm/drivers/uniswap-v3.ts'
import type { UniswapV4Entry } from '../../src/wallet/evm/drivers/uniswap-v4.ts'
import { lower } from './lower.ts'

const UNISWAP_SOURCE = '@uniswap/sdk-core@7.19.4'
// The package's ES modules import each other without extensions, which Node refuses, so its CommonJS build is used.
const { CHAIN_TO_ADDRESSES_MAP, WETH9 } = z
  .looseObject({
    WETH9: z.record(z.string(), z.looseObject({ address: z.string(), symbol: z.string() })),
    CHAIN_TO_ADDRESSES_MAP: z.record(
      z.string(),
      z.looseObject({
        v3CoreFactoryAddress: z.string(),
        nonfungiblePositionManagerAddress: z.string().optional(),
        v4PositionManagerAddress: z.string().optional(),
      }),
    ),
  })
  .parse(createRequire(import.meta.url)('@uniswap/sdk-core'))
/** The wrapped native coin of chains of which the package names none; CELO itself is a token. */
const FURTHER_NATIVE: Record<number, { address: string; symbol: string }> = {
  196: { address: '0xe538905cf8410324e03A5A23C1c177a474D59b2b', symbol: 'WOKB' },
  42220: { address: '0x471EcE3750Da237f93B8E339c536989b8978a438', symbol: 'CELO' },
}
/** `pendingCake(uint256)` */
const PENDING_CAKE = '0xce5f39c6'
const PANCAKE = {
  manager: '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364',
  factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865',
  source: '@pancakeswap/v3-sdk@3.10.2; MasterChef v3 and CAKE: several public lists agree',
}
/** The contracts where PancakeSwap's NFTs are staked, and the address of CAKE where it is confirmed. */
const MASTER_CHEFS: Record<number, { holder: string; cake: string | null }> = {
  1: {
    holder: '0x556B9306565093C855AEA9AE92A594704c2Cd59e',
    cake: '0x152649eA73beAb28c5b49B26eb48f7EAD6d4c898',
  },
  56: {
    holder: '0x556B9306565093C855AEA9AE92A594704c2Cd59e',
    cake: '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82',
  },
  42161: {
    holder: '0x5e09ACf80C0296740eC5d6F643005a4ef8DaA694',
    cake: '0x1b896893dfc86bb67Cf57767298b9073D2c1bA2c',
  },
  8453: {
    holder: '0xC6A2Db661D5a5690172d8eB0a7DEA2d3008665A3',
    cake: '0x3055913c90Fcc1A6CE9a358911721eEb942013A1',
  },
  59144: { holder: '0x22E2f236065B780FA33EC8C4E58b99ebc8B55c57', cake: null },
}
type Fork = Pick<UniswapV3Entry, 'id' | 'protocol' | 'tickSpacing' | 'algebra' | 'source'> & {
  chainId: number
  manager: string
  factory: string
}

/** Every deployment of Slipstream with pools. Each has its own factory and position manager. */
export const SLIPSTREAM: Fork[] = [
  {
    ...aerodrome('aerodrome-slipstream'),
    manager: '0x827922686190790b37229fd06084350E74485b72',
    factory: '0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A',
    source: 'aerodrome-finance/slipstream@6fbe2afe script/constants/output/DeployCL-Base.json',
  },
  {
    ...aerodrome('aerodrome-slipstream-gauge-caps'),
    manager: '0xa990C6a764b73BF43cee5Bb40339c3322FB9D55F',
    factory: '0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a',
    source:
      'aerodrome-finance/slipstream@7844368a script/constants/output/DeployCL-Base-Gauge-Caps.json',
  },
  {
    ...aerodrome('aerodrome-slipstream-gauges-v3'),
    manager: '0xe1f8cd9AC4e4A65F54f38a5CdAfCA44f6dD68b53',
    factory: '0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef',
    source:
      'velodrome-finance/indexer@8fcf9a80 src/Constants.ts; DefiLlama and several public lists agree',
  },
  {
    ...aerodrome('aerodrome-slipstream-before'),
    manager: '0xc741beb2156827704A1466575ccA1cBf726a1178',
    factory: '0x9592CD9B267748cbfBDe90Ac9F7DF3c437A6d51B',
    source: 'velodrome-finance/indexer@8fcf9a80 src/Constants.ts; DefiLlama agrees on the factory',
  },
  {
    ...velodrome('velodrome-slipstream'),
    manager: '0x416b433906b1B72FA758e166e239c43d68dC6F29',
    factory: '0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F',
    source: 'velodrome-finance/slipstream@193a6b85 README.md',
  },
  {
    ...velodrome('velodrome-slipstream-gauges-v2'),
    manager: '0xf7f8ccce99Ca2896eC75D3A399D152dB96808399',
    factory: '0xe13Dd1fbA721Aa81a1826D9523AC9BC7d260c879',
    source: 'velodrome-finance/slipstream@193a6b85 script/constants/output/DeployCL-Optimism.json',
  },
  {
    ...velodrome('velodrome-slipstream-before'),
    manager: '0xbB5DFE1380333CEE4c2EeBd7202c80dE2256AdF4',
    factory: '0x548118C7E0B865C2CfA94D15EC86B666468ac758',
    source:
      'velodrome-finance/indexer@8fcf9a80 src/Constants.ts; DefiLlama and several public lists agree',
  },
]

function aerodrome(id: string) {
  return { chainId: 8453, id, protocol: 'aerodrome-slipstream', tickSpacing: true }
}

function velodrome(id: string) {
  return { chainId: 10, id, protocol: 'velodrome-v3', tickSpacing: true }
}

/** Protocols whose pools are Algebra's. */
function algebra(id: string) {
  return { id, protocol: id, tickSpacing: false, algebra: true as const }
}

/** Forks with one position manager on one chain. */
const FORKS: Fork[] = [
  ...SLIPSTREAM,
  {
    chainId: 80094,
    id: 'kodiak-v3',
    protocol: 'kodiak-v3',
    tickSpacing: false,
    manager: '0xFE5E8C83FFE4d9627A75EaA7Fee864768dB989bD',
    factory: '0xD84CBf0B02636E7f53dB9E5e45A616E05d710990',
    source:
      'documentation.kodiak.finance/overview/kodiak-contracts, as several public lists cite it',
  },
  {
    ...algebra('camelot-v3'),
    chainId: 42161,
    manager: '0x00c7f3082833e796A5b3e4Bd59f6642FF44DCD15',
    factory: '0x1a3c9B1d2F0529D97f2afC5136Cc23e58f1FD35B',
    source:
      'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/camelot-v2 (factory) and projects/snuggle (manager); the same in many public repositories',
  },
  {
    ...algebra('quickswap-v3'),
    chainId: 137,
    manager: '0x8eF88E4c7CfbbaC1C163f7eddd4B578792201de6',
    factory: '0x411b0fAcC3489691f28ad58c47006AF5E3Ab3A28',
    source:
      'Centic-io/defi-state-querier@d87e4ae quickswap_info.py; factory: DefiLlama/DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js',
  },
]

/** Position managers of concentrated liquidity on a chain. */
export function v3Entries({ chainId, ...chain }: ScanChain): (UniswapV3Entry | UniswapV4Entry)[] {
  // Its NFTs are read by a lens, which cannot run there.
  if ('runsCode' in chain) return []
  const forks = FORKS.filter((fork) => fork.chainId === chainId).map(
    ({ id, protocol, tickSpacing, algebra, source, manager, factory }): UniswapV3Entry => ({
      id,
      protocol,
      product: 'lp',
      driver: 'uniswap-v3',
      source,
      manager: lower(manager),
      factory: lower(factory),
      tickSpacing,
      ...(algebra && { algebra }),
    }),
  )
  return [...uniswap(chainId), ...pancake(chainId), ...forks]
}

function uniswap(chainId: number): (UniswapV3Entry | UniswapV4Entry)[] {
  const addresses = CHAIN_TO_ADDRESSES_MAP[chainId]
  if (!addresses) return []
  const common = { product: 'lp', source: UNISWAP_SOURCE } as const
  const entries: (UniswapV3Entry | UniswapV4Entry)[] = []
  if (addresses.nonfungiblePositionManagerAddress) {
    entries.push({
      ...common,
      id: 'uniswap-v3',
      protocol: 'uniswap-v3',
      driver: 'uniswap-v3',
      manager: lower(addresses.nonfungiblePositionManagerAddress),
      factory: lower(addresses.v3CoreFactoryAddress),
      tickSpacing: false,
    })
  }
  const native = FURTHER_NATIVE[chainId] ?? WETH9[chainId]
  if (addresses.v4PositionManagerAddress && native) {
    entries.push({
      ...common,
      id: 'uniswap-v4',
      protocol: 'uniswap-v4',
      driver: 'uniswap-v4',
      manager: lower(addresses.v4PositionManagerAddress),
      native: { address: lower(native.address), symbol: native.symbol, decimals: 18 },
    })
  }
  return entries
}

function pancake(chainId: number): UniswapV3Entry[] {
  const chef = MASTER_CHEFS[chainId]
  if (!chef) return []
  const cake = chef.cake
    ? { address: lower(chef.cake), symbol: chainId === 56 ? 'Cake' : 'CAKE', decimals: 18 }
    : null
  return [
    {
      id: 'pancakeswap-v3',
      protocol: 'pancakeswap-amm-v3',
      product: 'lp',
      driver: 'uniswap-v3',
      source: PANCAKE.source,
      manager: lower(PANCAKE.manager),
      factory: lower(PANCAKE.factory),
      tickSpacing: false,
      staking: {
        holder: lower(chef.holder),
        ...(cake ? { reward: { ...cake, selector: PENDING_CAKE } } : {}),
      },
    },
  ]
}
