import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import type { AccountRegistry } from '../../src/wallet/evm/accounts/account-registry.ts'
import { lower } from './lower.ts'

const PROXY_REGISTRY = '0x4678f0a6958e4D2Bc4F1BAF7Bc52E8F3564f3fE4'

/** `InstaList` of Instadapp. On Base it is on no published list, so accounts there are not found. */
const INSTA_LISTS: Record<number, { list: string; page: string }> = {
  1: { list: '0x4c8a1BEb8a87765788946D6B19C6C6355194AbEb', page: 'mainnet' },
  137: { list: '0x839c2D3aDe63DF5b0b8F3E57D5e145057Ab41556', page: 'polygon' },
  42161: { list: '0x3565F6057b7fFE36984779A507fC87b31EFb0f09', page: 'arbitrum' },
  43114: { list: '0x9926955e0Dd681Dc303370C52f4Ad0a4dd061687', page: 'avax' },
  10: { list: '0x9926955e0Dd681Dc303370C52f4Ad0a4dd061687', page: 'optimism' },
}

/** Registries that name the smart accounts of an owner on a chain. The accounts of Summer.fi (DPM) are in no registry: its factory only logs them. */
export function accountRegistries({ chainId }: ScanChain): AccountRegistry[] {
  const insta = INSTA_LISTS[chainId]
  return [
    ...(chainId === 1
      ? [
          {
            id: 'ds-proxies',
            protocol: 'defisaver',
            kind: 'ds-proxy' as const,
            registry: lower(PROXY_REGISTRY),
            source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/helper/unwrapLPs.js',
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
  ]
}
