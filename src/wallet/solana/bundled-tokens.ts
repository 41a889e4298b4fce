import * as z from 'zod'
import bundled from '../../../data/wallet/contracts/solana.json' with { type: 'json' }
import named from '../../../data/wallet/solana-symbols.json' with { type: 'json' }
import { isSolanaAddress } from './base58.ts'
import { SOL } from './program-ids.ts'
import { parseSolanaTokenList, type SolanaTokenList } from './token-list.ts'

/** `data/wallet/solana-symbols.json`: symbols by mint, of tokens that have one for themselves. */
const symbolsFile = z.strictObject({
  generatedFrom: z.record(z.string(), z.string()),
  symbols: z.record(z.string().refine(isSolanaAddress), z.string().min(1)),
})
export type SolanaSymbols = z.infer<typeof symbolsFile>

let tokenList: SolanaTokenList | undefined
let symbols: ReadonlyMap<string, string> | undefined

/** The token list that is shipped, parsed on the first call. */
export function bundledTokens(): SolanaTokenList {
  tokenList ??= parseSolanaTokenList(bundled)
  return tokenList
}

/** The symbol of a mint on that list, or of one whose symbol no other token has; else undefined. */
export function knownSymbol(mint: string): string | undefined {
  symbols ??= symbolsOf(bundledTokens())
  return symbols.get(mint)
}

function symbolsOf({ lsts, lends }: SolanaTokenList): ReadonlyMap<string, string> {
  const tokens = [SOL, ...lends.map(({ underlying }) => underlying), ...lends, ...lsts]
  return new Map([
    ...Object.entries(symbolsFile.parse(named).symbols),
    ...tokens.map(({ mint, symbol }) => [mint, symbol] as const),
  ])
}
