import {
  AaveV2Avalanche,
  AaveV2Ethereum,
  AaveV2EthereumAMM,
  AaveV2EthereumArc,
  AaveV2Polygon,
  AaveV3Arbitrum,
  AaveV3Avalanche,
  AaveV3Base,
  AaveV3BNB,
  AaveV3Celo,
  AaveV3Ethereum,
  AaveV3EthereumEtherFi,
  AaveV3EthereumHorizon,
  AaveV3EthereumLido,
  AaveV3Gnosis,
  AaveV3InkWhitelabel,
  AaveV3Linea,
  AaveV3Mantle,
  AaveV3MegaEth,
  AaveV3Metis,
  AaveV3Monad,
  AaveV3Optimism,
  AaveV3Plasma,
  AaveV3Polygon,
  AaveV3Scroll,
  AaveV3Soneium,
  AaveV3Sonic,
  AaveV3XLayer,
  AaveV3ZkSync,
  AaveV4Avalanche,
  AaveV4Ethereum,
} from '@aave-dao/aave-address-book'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { AaveEntry } from '../../src/wallet/evm/drivers/aave.ts'
import type { AaveV4Entry } from '../../src/wallet/evm/drivers/aave-v4.ts'
import { AAVE_SOURCE as source, tokenOf } from './aave-tokens.ts'
import { lower, slug } from './lower.ts'

interface Pool {
  version: 2 | 3
  market: string
  book: {
    CHAIN_ID: number
    POOL: string
    AAVE_PROTOCOL_DATA_PROVIDER: string
    ORACLE: string
    ASSETS: object
    DEFAULT_INCENTIVES_CONTROLLER?: string
  }
  /** The slug of a market that DefiLlama lists separately. */
  protocol?: string
  /** The market's oracle returns prices in ETH, so it cannot be used for prices in US dollars. */
  inEth?: boolean
}

/** Every market of Aave v2 and v3 on the scanned chains, including the permissioned ones. */
const POOLS: Pool[] = [
  { version: 2, market: 'core', book: AaveV2Ethereum, inEth: true },
  { version: 2, market: 'amm', book: AaveV2EthereumAMM, inEth: true },
  { version: 2, market: 'arc', book: AaveV2EthereumArc, inEth: true, protocol: 'aave-arc' },
  { version: 3, market: 'core', book: AaveV3Ethereum },
  { version: 3, market: 'prime', book: AaveV3EthereumLido },
  { version: 3, market: 'etherfi', book: AaveV3EthereumEtherFi },
  { version: 3, market: 'horizon', book: AaveV3EthereumHorizon, protocol: 'aave-horizon-rwa' },
  { version: 3, market: 'core', book: AaveV3Arbitrum },
  { version: 3, market: 'core', book: AaveV3Base },
  { version: 3, market: 'core', book: AaveV3Optimism },
  { version: 2, market: 'core', book: AaveV2Polygon, inEth: true },
  { version: 3, market: 'core', book: AaveV3Polygon },
  { version: 3, market: 'core', book: AaveV3BNB },
  { version: 2, market: 'core', book: AaveV2Avalanche },
  { version: 3, market: 'core', book: AaveV3Avalanche },
  { version: 3, market: 'core', book: AaveV3Linea },
  { version: 3, market: 'core', book: AaveV3Scroll },
  { version: 3, market: 'core', book: AaveV3Gnosis },
  { version: 3, market: 'core', book: AaveV3Sonic },
  { version: 3, market: 'core', book: AaveV3Celo },
  { version: 3, market: 'core', book: AaveV3Mantle },
  { version: 3, market: 'core', book: AaveV3ZkSync },
  { version: 3, market: 'core', book: AaveV3Plasma },
  { version: 3, market: 'core', book: AaveV3Metis },
  { version: 3, market: 'core', book: AaveV3Soneium },
  { version: 3, market: 'core', book: AaveV3InkWhitelabel, protocol: 'tydro' },
  { version: 3, market: 'core', book: AaveV3MegaEth },
  { version: 3, market: 'core', book: AaveV3Monad },
  { version: 3, market: 'core', book: AaveV3XLayer },
]

interface Asset {
  UNDERLYING: string
  decimals: number
  id: number
  A_TOKEN: string
  V_TOKEN: string
}

/** Aave's markets of every version on a chain, from its address book. */
export function entries({ chainId }: ScanChain): (AaveEntry | AaveV4Entry)[] {
  const pools = POOLS.filter(({ book }) => book.CHAIN_ID === chainId).map(poolEntry)
  return [...pools, ...spokeEntries(chainId)]
}

function poolEntry({ version, market, book, protocol, inEth }: Pool): AaveEntry {
  return {
    id: `aave-v${version}-${market}`,
    protocol: protocol ?? `aave-v${version}`,
    product: 'lending',
    market,
    driver: 'aave',
    version,
    pool: lower(book.POOL),
    dataProvider: lower(book.AAVE_PROTOCOL_DATA_PROVIDER),
    ...(inEth ? {} : { oracle: lower(book.ORACLE) }),
    ...(version === 3 && book.DEFAULT_INCENTIVES_CONTROLLER
      ? { rewards: lower(book.DEFAULT_INCENTIVES_CONTROLLER) }
      : {}),
    assets: Object.entries<Asset>({ ...book.ASSETS })
      .map(([key, { UNDERLYING, decimals, id, A_TOKEN, V_TOKEN }]) => ({
        ...tokenOf(book.CHAIN_ID, { key, address: UNDERLYING, decimals }),
        id,
        aToken: lower(A_TOKEN),
        vToken: lower(V_TOKEN),
      }))
      .sort((a, b) => a.id - b.id),
    source,
  }
}

const SPOKES = { 1: AaveV4Ethereum, 43114: AaveV4Avalanche } as const

function spokeEntries(chainId: number): AaveV4Entry[] {
  if (chainId !== 1 && chainId !== 43114) return []
  const { SPOKES: named, ALL_SPOKES, ASSETS } = SPOKES[chainId]
  const open = new Set<string>(ALL_SPOKES)
  const tokens = Object.entries(ASSETS).map(([key, { UNDERLYING, decimals }]) =>
    tokenOf(chainId, { key, address: UNDERLYING, decimals }),
  )
  return Object.entries(named)
    .filter(([, spoke]) => open.has(spoke))
    .map(([name, spoke]) => ({
      id: `aave-v4-${slug(name.replace(/_E?SPOKE$/, ''))}`,
      protocol: 'aave-v4',
      product: 'lending',
      market: slug(name.replace(/_E?SPOKE$/, '')),
      driver: 'aave-v4',
      spoke: lower(spoke),
      tokens,
      source,
    }))
}
