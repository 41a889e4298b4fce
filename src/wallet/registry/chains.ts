/** The EVM chains that a scan looks at; the registry has one file for each. */
export const REGISTRY_CHAINS = [
  { key: 'ethereum', chainId: 1 },
  { key: 'arbitrum', chainId: 42161 },
  { key: 'base', chainId: 8453 },
  { key: 'optimism', chainId: 10 },
  { key: 'polygon', chainId: 137 },
  { key: 'bnb', chainId: 56 },
  { key: 'avalanche', chainId: 43114 },
  { key: 'berachain', chainId: 80094 },
  { key: 'hyperliquid', chainId: 999 },
  { key: 'linea', chainId: 59144 },
  { key: 'scroll', chainId: 534352 },
] as const

export type RegistryChain = (typeof REGISTRY_CHAINS)[number]
export type RegistryChainKey = RegistryChain['key']
