import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { AccountRegistry } from '../../src/wallet/evm/accounts/account-registry.ts'
import { lower } from './lower.ts'

/** Registries of DSProxies: Maker's, and on other chains the ones that were made as it. */
const PROXY_REGISTRIES: Record<number, { registry: string; source: string }> = {
  1: {
    registry: '0x4678f0a6958e4D2Bc4F1BAF7Bc52E8F3564f3fE4',
    source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/helper/unwrapLPs.js',
  },
  10: {
    registry: '0x283Cc5C26e53D66ed2Ea252D986F094B37E6e895',
    source: 'PROXY_REGISTRY of DeFi Saver and of rotki, in their public repositories',
  },
  42161: {
    registry: '0x283Cc5C26e53D66ed2Ea252D986F094B37E6e895',
    source: 'PROXY_REGISTRY of DeFi Saver, in several public repositories',
  },
  8453: {
    registry: '0x425fA97285965E01Cc5F951B62A51F6CDEA5cc0d',
    source:
      'DSProxyRegistry of Oasis and MKR_PROXY_REGISTRY of DeFi Saver, in their public repositories',
  },
}

/** Names the further DSProxies that an owner has. */
const DEFISAVER_REGISTRY = '0x29474FdaC7142f9aB7773B8e38264FA15E3805ed'

/** `InstaList` of Instadapp. On Base it is on no published list, so accounts there are not found. */
const INSTA_LISTS: Record<number, { list: string; page: string }> = {
  1: { list: '0x4c8a1BEb8a87765788946D6B19C6C6355194AbEb', page: 'mainnet' },
  137: { list: '0x839c2D3aDe63DF5b0b8F3E57D5e145057Ab41556', page: 'polygon' },
  42161: { list: '0x3565F6057b7fFE36984779A507fC87b31EFb0f09', page: 'arbitrum' },
  43114: { list: '0x9926955e0Dd681Dc303370C52f4Ad0a4dd061687', page: 'avax' },
  10: { list: '0x9926955e0Dd681Dc303370C52f4Ad0a4dd061687', page: 'optimism' },
}

/** `AccountFactory` of Summer.fi. */
const SUMMER_FACTORIES: Record<number, string> = {
  1: '0xF7B75183A2829843dB06266c114297dfbFaeE2b6',
  10: '0xaaf64927BaFe68E389DE3627AA6b52D81bdA2323',
  42161: '0xCcB155E5B2A3201d5e10EdAa6e9F908871d1722B',
  8453: '0x881CD31218f45a75F8ad543A3e1Af087f3986Ae0',
}

/** Registries that name the smart accounts of an owner on a chain. Safes are in none. */
export function accountRegistries({ chainId }: ScanChain): AccountRegistry[] {
  const proxies = PROXY_REGISTRIES[chainId]
  const insta = INSTA_LISTS[chainId]
  const summer = SUMMER_FACTORIES[chainId]
  return [
    ...(proxies
      ? [
          {
            id: 'ds-proxies',
            protocol: 'defisaver',
            kind: 'ds-proxy' as const,
            registry: lower(proxies.registry),
            source: proxies.source,
          },
        ]
      : []),
    ...(chainId === 1
      ? [
          {
            id: 'defisaver-proxies',
            protocol: 'defisaver',
            kind: 'ds-proxies' as const,
            registry: lower(DEFISAVER_REGISTRY),
            source: 'DFS_PROXY_REGISTRY_ADDR of DeFi Saver, in many public repositories',
          },
        ]
      : []),
    ...(insta
      ? [
          {
            id: 'instadapp-accounts',
            protocol: 'instadapp',
            kind: 'instadapp' as const,
            registry: lower(insta.list),
            source: `Instadapp/docs content/en/networks/${insta.page}.md`,
          },
        ]
      : []),
    ...(summer
      ? [
          {
            id: 'summer-accounts',
            protocol: 'summer.fi',
            kind: 'summer' as const,
            registry: lower(summer),
            source:
              'OasisDEX/oasis-earn-sc deploy-configurations; SF_PROXY_FACTORY of DeFi Saver and account_factory of rotki, in their public repositories',
          },
        ]
      : []),
  ]
}
