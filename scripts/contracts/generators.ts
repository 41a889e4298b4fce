import type { ScanChain } from '../../src/chains/scan-chains.ts'
import { aaveMarkets, aaveUmbrella, aaveV4 } from './generators/aave.ts'
import { balancerLists, balancerPools } from './generators/balancer.ts'
import { curvePools, curveRegistries } from './generators/curve.ts'
import { gmxV1 } from './generators/gmx.ts'
import {
  morphoMarkets,
  morphoVaultLists,
  morphoVaultMarkets,
  morphoVaults,
} from './generators/morpho.ts'
import { pendleFactories, pendleTokens } from './generators/pendle.ts'
import { stargateV1, stargateV2 } from './generators/stargate.ts'
import { uniswapV3, uniswapV4 } from './generators/uniswap.ts'
import { v2LargePairs, v2MainPairs } from './generators/v2-pairs.ts'
import type { RowsOf, SourceRow } from './source-rows.ts'

/** Makes the entries of its rows on one chain, from packages, other rows, or by computing. */
type Generator = (rows: SourceRow[], chain: ScanChain, rowsOf: RowsOf) => object[]

/** By the name in `generator` of a row. */
export const GENERATORS: Record<string, Generator> = {
  'aave-market': aaveMarkets,
  'aave-umbrella': aaveUmbrella,
  'aave-v4': aaveV4,
  'balancer-list': balancerLists,
  'balancer-pool': balancerPools,
  'curve-pool': curvePools,
  'curve-registry': curveRegistries,
  'gmx-v1': gmxV1,
  'morpho-markets': morphoMarkets,
  'morpho-vault': morphoVaults,
  'morpho-vault-list': morphoVaultLists,
  'morpho-vault-markets': morphoVaultMarkets,
  'pendle-factories': pendleFactories,
  'pendle-tokens': pendleTokens,
  'stargate-v1': stargateV1,
  'stargate-v2': stargateV2,
  'uniswap-v3': uniswapV3,
  'uniswap-v4': uniswapV4,
  /** Only read by the one above. */
  'uniswap-v4-native': () => [],
  'v2-factory': v2MainPairs,
  'v2-large-pair': v2LargePairs,
}
