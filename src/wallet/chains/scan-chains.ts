/**
 * The EVM chains that a scan looks at; the contract lists has one file for each. `maxLagSeconds` is how old the newest block of a
 * node may be: many times what blocks are apart, with the delay of a public node and a clock that is not quite right, and still
 * far less than anybody's balance may wait. Ethereum: 25 slots of 12 s, since some stay empty. Arbitrum, Base, OP Mainnet, BNB
 * Chain and Hyperliquid make a block in 2 s or less: two minutes. Polygon and Berachain do, but have stood still for a minute
 * or two; Avalanche makes one only when somebody has a transaction: three minutes. So do Linea and Scroll, with fewer people,
 * and theirs has paused for minutes: ten. A chain that stands still for longer is `stale`, which is what it is.
 */
export const SCAN_CHAINS = [
  { key: 'ethereum', chainId: 1, maxLagSeconds: 300 },
  { key: 'arbitrum', chainId: 42161, maxLagSeconds: 120 },
  { key: 'base', chainId: 8453, maxLagSeconds: 120 },
  { key: 'optimism', chainId: 10, maxLagSeconds: 120 },
  { key: 'polygon', chainId: 137, maxLagSeconds: 180 },
  { key: 'bnb', chainId: 56, maxLagSeconds: 120 },
  { key: 'avalanche', chainId: 43114, maxLagSeconds: 180 },
  { key: 'berachain', chainId: 80094, maxLagSeconds: 180 },
  { key: 'hyperliquid', chainId: 999, maxLagSeconds: 120 },
  { key: 'linea', chainId: 59144, maxLagSeconds: 600 },
  { key: 'scroll', chainId: 534352, maxLagSeconds: 600 },
] as const

export type ScanChain = (typeof SCAN_CHAINS)[number]
export type ScanChainKey = ScanChain['key']
