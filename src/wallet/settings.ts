import * as z from 'zod'
import { PlimsollError } from '../errors.ts'
import { readWalletNodes, type WalletNodes } from './chains/wallet-nodes.ts'

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/(?<!\/)\/+$/, ''))

/** They may hold keys, so none is ever printed. */
const nodes = z.string().refine(isListOfUrls, 'must be URLs of nodes between commas').optional()

/** What a scan reads of the environment. */
export const environment = z.object({
  WALLET_RPC_ETHEREUM: nodes,
  WALLET_RPC_ARBITRUM: nodes,
  WALLET_RPC_BASE: nodes,
  WALLET_RPC_OPTIMISM: nodes,
  WALLET_RPC_POLYGON: nodes,
  WALLET_RPC_BNB: nodes,
  WALLET_RPC_AVALANCHE: nodes,
  WALLET_RPC_BERACHAIN: nodes,
  WALLET_RPC_HYPERLIQUID: nodes,
  WALLET_RPC_LINEA: nodes,
  WALLET_RPC_SCROLL: nodes,
  WALLET_RPC_SOLANA: nodes,
  /** From portal.jup.ag: more of what lies on Solana. Never printed. */
  JUPITER_API_KEY: z.string().min(1).optional(),
  // The same as `DEFILLAMA_COINS_URL` and `HYPERLIQUID_INFO_URL`, whose modules are not needed to start a server.
  DEFILLAMA_COINS_URL: url.default('https://coins.llama.fi'),
  HYPERLIQUID_URL: url.default('https://api.hyperliquid.xyz/info'),
})

export interface WalletSettings {
  nodes: WalletNodes
  /** Never printed. Null: Jupiter is not asked. */
  jupiterKey: string | null
  /** Without a trailing slash. */
  pricesUrl: string
  hyperliquidUrl: string
}

/** The settings of a scan. Throws `CONFIG_INVALID` that names every bad variable at once, without values. */
export function readWalletSettings(
  env: Readonly<Record<string, string | undefined>>,
): WalletSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems.join('; ')}.`)
  }
  return {
    nodes: readWalletNodes(given),
    jupiterKey: parsed.data.JUPITER_API_KEY ?? null,
    pricesUrl: parsed.data.DEFILLAMA_COINS_URL,
    hyperliquidUrl: parsed.data.HYPERLIQUID_URL,
  }
}

function isListOfUrls(text: string): boolean {
  const urls = text.split(',').flatMap((each) => each.trim() || [])
  return urls.every((each) => url.safeParse(each).success)
}
