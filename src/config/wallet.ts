import * as z from 'zod'
import { nodeEnvironment, type WalletNodes, withNodes } from '../chains/wallet-nodes.ts'
import { PlimsollError } from '../domain/errors.ts'

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/(?<!\/)\/+$/, ''))

/** The variables that name whom a scan asks: the nodes of each chain, such as `WALLET_RPC_BNB`, and these. */
export const recipientEnvironment = z.object({
  ...nodeEnvironment,
  /** From portal.jup.ag; adds positions at Jupiter. Never printed. */
  JUPITER_API_KEY: z.string().min(1).optional(),
  DEFILLAMA_COINS_URL: url.default('https://coins.llama.fi'),
  HYPERLIQUID_URL: url.default('https://api.hyperliquid.xyz/info'),
})

/** All variables of the wallet scan. */
export const environment = recipientEnvironment.extend({
  /** Scans without a key that all visitors of the wallet page have in a day; 0 for none. */
  PAGE_SCANS_A_DAY: z.coerce.number().int().min(0).max(1_000_000).optional(),
})

export interface WalletSettings {
  nodes: WalletNodes
  /** Never printed. Null: Jupiter is not asked. */
  jupiterKey: string | null
  /** Without a trailing slash. */
  pricesUrl: string
  hyperliquidUrl: string
  /** Scans without a key in a day, of all visitors; null for what the host affords. */
  pageScans: number | null
}

/** The settings of a scan. Throws `CONFIG_INVALID`, which names every invalid variable at once and no value. */
export function readWalletSettings(
  env: Readonly<Record<string, string | undefined>>,
): WalletSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems.join('; ')}.`)
  }
  return walletSettings(parsed.data)
}

/** The settings of a scan from parsed variables; other variables are ignored. */
export function walletSettings(data: z.infer<typeof environment>): WalletSettings {
  const { JUPITER_API_KEY, DEFILLAMA_COINS_URL, HYPERLIQUID_URL, PAGE_SCANS_A_DAY, ...nodes } = data
  return {
    nodes: withNodes(nodes),
    jupiterKey: JUPITER_API_KEY ?? null,
    pricesUrl: DEFILLAMA_COINS_URL,
    hyperliquidUrl: HYPERLIQUID_URL,
    pageScans: PAGE_SCANS_A_DAY ?? null,
  }
}
