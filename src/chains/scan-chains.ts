interface ChainRow {
  /** Names its contract list, `data/wallet/contracts/<key>.json`, and its variable, `WALLET_RPC_<KEY>`. */
  key: string
  /** As in `data/chains.json`, so that scores and positions name a chain alike. */
  name: string
  /** The chain's prefix in the keys of DefiLlama's prices. */
  coinKey: string
  /** Public nodes, asked unless the environment names others. They promise nothing. */
  nodes: readonly string[]
}

export interface EvmChainRow extends ChainRow {
  /** EIP-155. */
  chainId: number
  /**
   * The greatest age of a node's newest block: many times the interval between blocks, to allow for the delay of a public node
   * and an inexact clock, and still short enough for a balance. A chain that halts for longer is `stale`.
   */
  maxLagSeconds: number
  /** Where Multicall3 is, if not at its usual address. */
  multicall3?: `0x${string}`
  /** The nodes only read at their newest block: the rounds of a scan are then read at blocks that are seconds apart. */
  readsNewestOnly?: true
  /** No code runs there that is not deployed: no lens, and none of the products that need one. */
  runsCode?: false
  /** The chain has its own form of addresses, and its own wallets. */
  addresses?: 'tron'
}

/**
 * The EVM chains that a scan reads. Types, settings, names, node lists and price keys come from this table; it is code and not
 * JSON so that a key is a type. A new chain is a row here, a contract list, and the documentation that the tests then ask for.
 *
 * The first node of each is the default of viem 2.57.1 (viem/chains), the second from PublicNode or dRPC as
 * github.com/ethereum-lists/chains names them, or where it names none, several public lists of nodes. Prefixes of prices are the names
 * of chains in DefiLlama's adapters (projects/helper/chains.json), which its prices share.
 */
export const SCAN_CHAINS = [
  {
    key: 'ethereum',
    name: 'Ethereum',
    chainId: 1,
    // 25 slots of 12 s, because some slots stay empty.
    maxLagSeconds: 300,
    coinKey: 'ethereum',
    nodes: ['https://ethereum.reth.rs/rpc', 'https://ethereum-rpc.publicnode.com'],
  },
  {
    key: 'arbitrum',
    name: 'Arbitrum',
    chainId: 42161,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'arbitrum',
    nodes: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  },
  {
    key: 'base',
    name: 'Base',
    chainId: 8453,
    // Blocks every 2 s.
    maxLagSeconds: 120,
    coinKey: 'base',
    nodes: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  },
  {
    key: 'optimism',
    name: 'Optimism',
    chainId: 10,
    // Blocks every 2 s.
    maxLagSeconds: 120,
    coinKey: 'optimism',
    nodes: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  },
  {
    key: 'polygon',
    name: 'Polygon',
    chainId: 137,
    // Blocks every 2 s, but it has halted for a minute or two.
    maxLagSeconds: 180,
    coinKey: 'polygon',
    nodes: ['https://polygon.drpc.org', 'https://polygon-bor-rpc.publicnode.com'],
  },
  {
    key: 'bnb',
    name: 'BNB Chain',
    chainId: 56,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'bsc',
    nodes: ['https://56.rpc.thirdweb.com', 'https://bsc-rpc.publicnode.com'],
  },
  {
    key: 'avalanche',
    name: 'Avalanche',
    chainId: 43114,
    // A block only when there is a transaction.
    maxLagSeconds: 180,
    coinKey: 'avax',
    nodes: [
      'https://api.avax.network/ext/bc/C/rpc',
      'https://avalanche-c-chain-rpc.publicnode.com',
    ],
  },
  {
    key: 'berachain',
    name: 'Berachain',
    chainId: 80094,
    // Blocks every 2 s, but it has halted for a minute or two.
    maxLagSeconds: 180,
    coinKey: 'berachain',
    nodes: ['https://rpc.berachain.com', 'https://berachain-rpc.publicnode.com'],
  },
  {
    key: 'hyperliquid',
    name: 'Hyperliquid',
    chainId: 999,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'hyperliquid',
    nodes: ['https://rpc.hyperliquid.xyz/evm', 'https://hyperliquid.drpc.org'],
  },
  {
    key: 'linea',
    name: 'Linea',
    chainId: 59144,
    // A block only when there is a transaction, with few users; it has paused for minutes.
    maxLagSeconds: 600,
    coinKey: 'linea',
    nodes: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com'],
  },
  {
    key: 'scroll',
    name: 'Scroll',
    chainId: 534352,
    // A block only when there is a transaction, with few users; it has paused for minutes.
    maxLagSeconds: 600,
    coinKey: 'scroll',
    nodes: ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com'],
  },
  {
    key: 'gnosis',
    name: 'Gnosis',
    chainId: 100,
    // A slot every 5 s, and some stay empty.
    maxLagSeconds: 180,
    coinKey: 'xdai',
    nodes: ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
  },
  {
    key: 'sonic',
    name: 'Sonic',
    chainId: 146,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'sonic',
    nodes: ['https://rpc.soniclabs.com', 'https://sonic-rpc.publicnode.com'],
  },
  {
    key: 'celo',
    name: 'Celo',
    chainId: 42220,
    // Blocks every second.
    maxLagSeconds: 120,
    coinKey: 'celo',
    nodes: ['https://forno.celo.org', 'https://celo-rpc.publicnode.com'],
  },
  {
    key: 'mantle',
    name: 'Mantle',
    chainId: 5000,
    // Blocks every 2 s.
    maxLagSeconds: 120,
    coinKey: 'mantle',
    nodes: ['https://rpc.mantle.xyz', 'https://mantle-rpc.publicnode.com'],
  },
  {
    key: 'zksync',
    name: 'zkSync Era',
    chainId: 324,
    // A block only when there is a transaction.
    maxLagSeconds: 180,
    coinKey: 'era',
    // Its own machine code, so the usual creation code does not fit, and Multicall3 is elsewhere (viem/chains).
    multicall3: '0xf9cda624fbc7e059355ce98a31693d299facd963',
    runsCode: false,
    nodes: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org'],
  },
  {
    key: 'plasma',
    name: 'Plasma',
    chainId: 9745,
    // Blocks every second.
    maxLagSeconds: 120,
    coinKey: 'plasma',
    nodes: ['https://rpc.plasma.to', 'https://plasma.drpc.org'],
  },
  {
    key: 'metis',
    name: 'Metis',
    chainId: 1088,
    // A block only when there is a transaction, with few users.
    maxLagSeconds: 600,
    coinKey: 'metis',
    nodes: ['https://andromeda.metis.io/?owner=1088', 'https://metis-rpc.publicnode.com'],
  },
  {
    key: 'soneium',
    name: 'Soneium',
    chainId: 1868,
    // Blocks every 2 s.
    maxLagSeconds: 120,
    coinKey: 'soneium',
    nodes: ['https://rpc.soneium.org', 'https://soneium-rpc.publicnode.com'],
  },
  {
    key: 'ink',
    name: 'Ink',
    chainId: 57073,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'ink',
    nodes: ['https://rpc-gel.inkonchain.com', 'https://ink.drpc.org'],
  },
  {
    key: 'megaeth',
    name: 'MegaETH',
    chainId: 4326,
    // Blocks every second.
    maxLagSeconds: 120,
    coinKey: 'megaeth',
    nodes: ['https://mainnet.megaeth.com/rpc', 'https://megaeth.drpc.org'],
  },
  {
    key: 'monad',
    name: 'Monad',
    chainId: 143,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'monad',
    nodes: ['https://rpc.monad.xyz', 'https://monad-mainnet.drpc.org'],
  },
  {
    key: 'xlayer',
    name: 'X Layer',
    chainId: 196,
    // Blocks every 2 s or less.
    maxLagSeconds: 120,
    coinKey: 'xlayer',
    nodes: ['https://xlayerrpc.okx.com', 'https://rpc.xlayer.tech'],
  },
  {
    key: 'unichain',
    name: 'Unichain',
    chainId: 130,
    // Blocks every second.
    maxLagSeconds: 120,
    coinKey: 'unichain',
    nodes: ['https://mainnet.unichain.org', 'https://unichain-rpc.publicnode.com'],
  },
  {
    // Not an EVM chain by name, but its nodes answer `eth_call` at `/jsonrpc` (tronprotocol/documentation-en, docs/api/json-rpc.md).
    key: 'tron',
    name: 'Tron',
    // The last four bytes of the hash of its first block.
    chainId: 728126428,
    // Blocks every 3 s.
    maxLagSeconds: 120,
    coinKey: 'tron',
    // TEazPvZwDjDtFeJupyo7QunvnrnUjPH8ED, as sushi, thirdweb and others list it.
    multicall3: '0x32a4f47a74a6810bd0bf861cabab99656a75de9e',
    readsNewestOnly: true,
    // A call needs a contract.
    runsCode: false,
    addresses: 'tron',
    nodes: ['https://api.trongrid.io/jsonrpc', 'https://tron-evm-rpc.publicnode.com'],
  },
] as const satisfies readonly EvmChainRow[]

/** Not an EVM chain: `src/wallet/solana` reads it. Its public endpoint, then PublicNode. */
export const SOLANA = {
  key: 'solana',
  name: 'Solana',
  coinKey: 'solana',
  nodes: ['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com'],
} as const satisfies ChainRow

export type ScanChain = (typeof SCAN_CHAINS)[number]
export type ScanChainKey = ScanChain['key']
export type ScanChainName = ScanChain['name']

export function getScanChain<Key extends ScanChainKey>(key: Key): Extract<ScanChain, { key: Key }> {
  const found = SCAN_CHAINS.find(
    (chain): chain is Extract<ScanChain, { key: Key }> => chain.key === key,
  )
  if (!found) throw new TypeError(`SCAN_CHAINS has no chain ${key}`)
  return found
}
