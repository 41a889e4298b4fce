import bundled from '../../../data/wallet/contracts/solana.json' with { type: 'json' }
import { SOL } from './program-ids.ts'
import { parseSolanaTokenList, type SolanaTokenList } from './token-list.ts'

let tokenList: SolanaTokenList | undefined
let symbols: ReadonlyMap<string, string> | undefined

/** The token list that is shipped, parsed on the first call. */
export function bundledTokens(): SolanaTokenList {
  tokenList ??= parseSolanaTokenList(bundled)
  return tokenList
}

/** The symbol of a mint on that list, or undefined. */
export function knownSymbol(mint: string): string | undefined {
  symbols ??= symbolsOf(bundledTokens())
  return symbols.get(mint)
}

function symbolsOf({ lsts, lends }: SolanaTokenList): ReadonlyMap<string, string> {
  const tokens = [SOL, ...lends.map(({ underlying }) => underlying), ...lends, ...lsts]
  return new Map(tokens.map(({ mint, symbol }) => [mint, symbol]))
}
