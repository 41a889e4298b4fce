import {
  AaveSafetyModule,
  AaveV3Arbitrum,
  AaveV3Avalanche,
  AaveV3Base,
  AaveV3BNB,
  AaveV3Celo,
  AaveV3Ethereum,
  AaveV3EthereumLido,
  AaveV3Gnosis,
  AaveV3InkWhitelabel,
  AaveV3Linea,
  AaveV3MegaEth,
  AaveV3Metis,
  AaveV3Monad,
  AaveV3Optimism,
  AaveV3Plasma,
  AaveV3Polygon,
  AaveV3Scroll,
  AaveV3Sonic,
  AaveV3XLayer,
  AaveV4Avalanche,
  AaveV4Ethereum,
  UmbrellaEthereum,
} from '@aave-dao/aave-address-book'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import type { LiquidStakingEntry } from '../../src/wallet/evm/drivers/liquid-staking.ts'
import { listedToken, AAVE_SOURCE as source, tokenOf } from './aave-tokens.ts'
import { lower, slug } from './lower.ts'

/** Markets with wrapped aTokens: `STATIC_A_TOKEN` is the first generation of wrappers, `STATA_TOKEN` the current one. */
const WRAPPED: Partial<Record<number, { market: string; assets: object; protocol?: string }[]>> = {
  1: [
    { market: 'core', assets: AaveV3Ethereum.ASSETS },
    { market: 'prime', assets: AaveV3EthereumLido.ASSETS },
  ],
  42161: [{ market: 'core', assets: AaveV3Arbitrum.ASSETS }],
  8453: [{ market: 'core', assets: AaveV3Base.ASSETS }],
  10: [{ market: 'core', assets: AaveV3Optimism.ASSETS }],
  137: [{ market: 'core', assets: AaveV3Polygon.ASSETS }],
  56: [{ market: 'core', assets: AaveV3BNB.ASSETS }],
  43114: [{ market: 'core', assets: AaveV3Avalanche.ASSETS }],
  59144: [{ market: 'core', assets: AaveV3Linea.ASSETS }],
  534352: [{ market: 'core', assets: AaveV3Scroll.ASSETS }],
  100: [{ market: 'core', assets: AaveV3Gnosis.ASSETS }],
  146: [{ market: 'core', assets: AaveV3Sonic.ASSETS }],
  42220: [{ market: 'core', assets: AaveV3Celo.ASSETS }],
  9745: [{ market: 'core', assets: AaveV3Plasma.ASSETS }],
  1088: [{ market: 'core', assets: AaveV3Metis.ASSETS }],
  4326: [{ market: 'core', assets: AaveV3MegaEth.ASSETS }],
  143: [{ market: 'core', assets: AaveV3Monad.ASSETS }],
  196: [{ market: 'core', assets: AaveV3XLayer.ASSETS }],
  57073: [{ market: 'core', assets: AaveV3InkWhitelabel.ASSETS, protocol: 'tydro' }],
}

interface WrappedAsset {
  UNDERLYING: string
  decimals: number
  STATIC_A_TOKEN?: string
  STATA_TOKEN?: string
}

/** Receipt tokens of Aave other than aTokens: wrapped aTokens, Umbrella stakes, V4 vaults, staked AAVE. */
export function entries(chain: ScanChain): (Erc4626Entry | LiquidStakingEntry)[] {
  const wrapped = (WRAPPED[chain.chainId] ?? []).flatMap(
    ({ market, assets, protocol = 'aave-v3' }) =>
      Object.entries<WrappedAsset>({ ...assets }).flatMap(([key, asset]) =>
        wrapperEntries(chain, { market, protocol }, key, asset),
      ),
  )
  return [...wrapped, ...tokenizationEntries(chain), ...safetyEntries(chain)]
}

function wrapperEntries(
  { chainId }: ScanChain,
  { market, protocol }: { market: string; protocol: string },
  key: string,
  { UNDERLYING, decimals, STATIC_A_TOKEN, STATA_TOKEN }: WrappedAsset,
): Erc4626Entry[] {
  const wrappers = { static: STATIC_A_TOKEN, stata: STATA_TOKEN }
  return Object.entries(wrappers).flatMap(([kind, vault]): Erc4626Entry[] => {
    if (vault === undefined) return []
    const share = listedToken(chainId, vault)
    return [
      {
        id: `aave-v3-${kind}-${market}-${slug(key)}`,
        protocol,
        product: 'vault',
        market: share?.symbol ?? `${kind} ${key}`,
        driver: 'erc4626',
        vault: lower(vault),
        ...(share ? { share } : {}),
        asset: tokenOf(chainId, { key, address: UNDERLYING, decimals }),
        source,
      },
    ]
  })
}

/** V4's vaults, one for each hub and asset; a scan asks the vault for the asset of its share. */
function tokenizationEntries({ chainId }: ScanChain): Erc4626Entry[] {
  const spokes: Record<string, string> =
    chainId === 1
      ? AaveV4Ethereum.TOKENIZATION_SPOKES
      : chainId === 43114
        ? AaveV4Avalanche.TOKENIZATION_SPOKES
        : {}
  return Object.entries(spokes).map(([name, vault]) => {
    const market = slug(name.replace(/_TOKENIZATION_SPOKE$/, ''))
    return {
      id: `aave-v4-vault-${market}`,
      protocol: 'aave-v4',
      product: 'vault',
      market,
      driver: 'erc4626',
      vault: lower(vault),
      source,
    }
  })
}

function safetyEntries({ chainId }: ScanChain): (Erc4626Entry | LiquidStakingEntry)[] {
  if (chainId !== 1) return []
  const { AAVE } = AaveV3Ethereum.ASSETS
  const stkAave = lower(AaveSafetyModule.STK_AAVE)
  return [
    ...Object.entries(UmbrellaEthereum.UMBRELLA_STAKE_ASSETS).map(([name, stake]) =>
      umbrellaEntry(chainId, name, stake),
    ),
    {
      id: 'aave-stkaave',
      protocol: 'aave-v3',
      product: 'staking',
      market: 'stkAAVE',
      driver: 'liquid-staking',
      token: { address: stkAave, symbol: 'stkAAVE', decimals: 18 },
      cooldown: true,
      rate: {
        contract: stkAave,
        function: 'previewRedeem',
        of: tokenOf(chainId, { key: 'AAVE', address: AAVE.UNDERLYING, decimals: AAVE.decimals }),
      },
      source,
    },
  ]
}

/** Umbrella stakes wrapped aTokens, so there is a vault within a vault; GHO is staked unwrapped. */
function umbrellaEntry(
  chainId: number,
  name: string,
  {
    STAKE_TOKEN,
    UNDERLYING,
    decimals,
  }: { STAKE_TOKEN: string; UNDERLYING: string; decimals: number },
): Erc4626Entry {
  const wrapped = Object.entries<WrappedAsset>(AaveV3Ethereum.ASSETS).find(
    ([, asset]) => asset.STATA_TOKEN === UNDERLYING,
  )
  const asset = wrapped
    ? { key: wrapped[0], address: wrapped[1].UNDERLYING, decimals: wrapped[1].decimals }
    : { key: name.split('_')[1] ?? name, address: UNDERLYING, decimals }
  const share = listedToken(chainId, STAKE_TOKEN)
  return {
    id: `aave-umbrella-${slug(name)}`,
    protocol: 'aave-v3',
    product: 'staking',
    market: 'umbrella',
    driver: 'erc4626',
    vault: lower(STAKE_TOKEN),
    ...(share ? { share } : {}),
    asset: tokenOf(chainId, asset),
    ...(wrapped ? { inner: lower(UNDERLYING) } : {}),
    source,
  }
}
