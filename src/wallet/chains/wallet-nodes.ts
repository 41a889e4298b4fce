import * as z from 'zod'
import rows from '../../../data/wallet/nodes.json' with { type: 'json' }
import { PlimsollError } from '../../errors.ts'
import { SCAN_CHAINS, type ScanChainKey } from './scan-chains.ts'

/** An EVM chain as a scan reads it: all that have Multicall3 at its usual address leave it out. */
export interface ChainWithNodes {
  id: number
  maxLagSeconds: number
  key: ScanChainKey
  /** As answers and scores name it. */
  name: string
  /** Nodes in order of preference. They may hold keys, so no message names them. */
  urls: readonly string[]
}

export interface WalletNodes {
  chains: readonly ChainWithNodes[]
  solana: readonly string[]
}

/** Names as in `data/chains.json`. */
const NAMES: Record<ScanChainKey, string> = {
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum',
  base: 'Base',
  optimism: 'Optimism',
  polygon: 'Polygon',
  bnb: 'BNB Chain',
  avalanche: 'Avalanche',
  berachain: 'Berachain',
  hyperliquid: 'Hyperliquid',
  linea: 'Linea',
  scroll: 'Scroll',
}

const nodeUrl = z.url({ protocol: /^https?$/ })
const keys = z.enum([...SCAN_CHAINS.map(({ key }) => key), 'solana'])
const PUBLIC_NODES = z
  .strictObject({ source: z.string(), urls: z.record(keys, z.array(nodeUrl).min(1)) })
  .parse(rows).urls

/**
 * The chains of a scan with their nodes: `WALLET_RPC_<CHAIN>`, such as `WALLET_RPC_BNB`, as URLs between commas, else the
 * public ones of `data/wallet/nodes.json`. Throws `CONFIG_INVALID` that names every bad variable at once, without values.
 */
export function readWalletNodes(env: Readonly<Record<string, string | undefined>>): WalletNodes {
  const bad: string[] = []
  const urlsOf = (key: keyof typeof PUBLIC_NODES): readonly string[] => {
    const variable = `WALLET_RPC_${key.toUpperCase()}`
    const given = (env[variable] ?? '').split(',').flatMap((url) => url.trim() || [])
    if (given.length === 0) return PUBLIC_NODES[key]
    if (!given.every((url) => nodeUrl.safeParse(url).success)) bad.push(variable)
    return given
  }
  const chains = SCAN_CHAINS.map(({ key, chainId, maxLagSeconds }) => ({
    key,
    id: chainId,
    maxLagSeconds,
    name: NAMES[key],
    urls: urlsOf(key),
  }))
  const solana = urlsOf('solana')
  if (bad.length > 0) {
    const message = `Check the environment: ${bad.join(', ')} must be URLs of nodes between commas.`
    throw new PlimsollError('CONFIG_INVALID', message)
  }
  return { chains, solana }
}
