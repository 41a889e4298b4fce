import * as z from 'zod'
import chains from '../../data/wallet/chains.json' with { type: 'json' }
import { hexBytes } from './hex.ts'

const url = z.url({ protocol: /^https$/ })

const row = z.strictObject({
  /** As in `data/chains.json`, so that scores and positions name a chain alike. */
  name: z.string(),
  /** EIP-155. */
  chainId: z.int(),
  /**
   * The greatest age of a node's newest block: many times the interval between blocks, to allow for the delay of a public node
   * and an inexact clock, and still short enough for a balance. A chain that halts for longer is `stale`.
   */
  maxLagSeconds: z.int(),
  /** How often the chain has a block, which is the reason for that age. */
  blocks: z.string(),
  /** The chain's prefix in the keys of DefiLlama's prices: its name in DefiLlama's adapters (projects/helper/chains.json). */
  coinKey: z.string(),
  /**
   * The native coin, as viem 2.57.1 names it (viem/chains), and the token whose price it has: the one that wraps it, as contract lists
   * have it. `isToken`: that token is the coin itself under another interface, and its balances are those of the coin.
   */
  native: z.strictObject({
    symbol: z.string().min(1),
    decimals: z.int().positive().exactOptional(),
    token: hexBytes(20).exactOptional(),
    isToken: z.literal(true).exactOptional(),
  }),
  /** Where Multicall3 is, if not at its usual address. */
  multicall3: hexBytes(20).exactOptional(),
  /** The nodes only read at their newest block: the rounds of a scan are then read at blocks that are seconds apart. */
  readsNewestOnly: z.literal(true).exactOptional(),
  /** No code runs there that is not deployed: no lens, and none of the products that need one. */
  runsCode: z.literal(false).exactOptional(),
  /** The chain has its own form of addresses, and its own wallets. */
  addresses: z.literal('tron').exactOptional(),
  note: z.string().exactOptional(),
  /**
   * Public nodes, asked unless the environment names others. They promise nothing. The first is the default of viem 2.57.1
   * (viem/chains), the second from PublicNode or dRPC as github.com/ethereum-lists/chains names them, or where it names none, several
   * public lists of nodes.
   */
  nodes: z.tuple([url, url]),
})

/** Names the chain's contract list, `data/wallet/contracts/<key>.json`, and its variable, `WALLET_RPC_<KEY>`. */
export type ScanChainKey = keyof typeof chains
export type ScanChain = z.infer<typeof row> & { key: ScanChainKey }

const KEYS = Object.keys(chains) as [ScanChainKey, ...ScanChainKey[]]

/** The EVM chains that a scan reads, as in `data/wallet/chains.json`. */
export const SCAN_CHAINS: readonly ScanChain[] = KEYS.map((key) => ({
  key,
  ...row.parse(chains[key]),
}))

/** Not an EVM chain: `src/wallet/solana` reads it. Its public endpoint, then PublicNode. */
export const SOLANA = {
  key: 'solana',
  name: 'Solana',
  coinKey: 'solana',
  nodes: ['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com'],
} as const

export function getScanChain(key: ScanChainKey): ScanChain {
  const found = SCAN_CHAINS.find((chain) => chain.key === key)
  if (!found) throw new TypeError(`SCAN_CHAINS has no chain ${key}`)
  return found
}
