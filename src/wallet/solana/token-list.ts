import * as z from 'zod'
import { isSolanaAddress } from './base58.ts'

const address = z.string().refine(isSolanaAddress, 'is not a Solana address')
const token = {
  mint: address,
  symbol: z.string().min(1),
  decimals: z.int().min(0).max(18),
  /** Slug on DefiLlama, where the protocol has one there. */
  protocol: z.string().min(1),
}

/** `data/wallet/contracts/solana.json`. */
const schema = z.strictObject({
  chain: z.literal('solana'),
  generatedFrom: z.record(z.string(), z.string()),
  /** Liquid staking and other receipt tokens. The account at `pool` gives the rate; without one the token is priced as itself. */
  lsts: z.array(
    z.strictObject({
      ...token,
      pool: address.nullable(),
      /** Left out for liquid staking. */
      product: z.enum(['lp', 'vault']).optional(),
    }),
  ),
  /** Receipt tokens of deposits in Jupiter Lend; `market` is the account that holds their rate. */
  lends: z.array(
    z.strictObject({
      ...token,
      market: address,
      underlying: z.strictObject({ mint: address, symbol: z.string().min(1), decimals: z.int() }),
    }),
  ),
})

export type SolanaTokenList = z.infer<typeof schema>
export type Lst = SolanaTokenList['lsts'][number]
export type Lend = SolanaTokenList['lends'][number]

/** Parses the token list. Throws when it does not match its schema, or when a mint occurs twice. */
export function parseSolanaTokenList(json: unknown): SolanaTokenList {
  const tokenList = schema.parse(json)
  const seen = new Set<string>()
  for (const { mint, symbol } of [...tokenList.lsts, ...tokenList.lends]) {
    if (seen.has(mint)) throw new Error(`The Solana token list has the token ${symbol} twice.`)
    seen.add(mint)
  }
  return tokenList
}
