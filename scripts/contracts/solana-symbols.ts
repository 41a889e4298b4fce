import type { SolanaSymbols } from '../../src/wallet/solana/bundled-tokens.ts'
import { SOL } from '../../src/wallet/solana/program-ids.ts'
import type { SolanaTokenList } from '../../src/wallet/solana/token-list.ts'

/** The symbol, mint and decimals of a row, between the name and the logo, which may have commas. */
const ROW = /,([^,"]+),([1-9A-HJ-NP-Za-km-z]{32,44}),\d+,/

/**
 * Symbols by mint, from Jupiter's list of validated tokens of a day, a CSV file. A symbol that several tokens have is left out, and
 * one of the token list belongs to its token alone.
 */
export function solanaSymbols(csv: string, day: string, tokenList: SolanaTokenList): SolanaSymbols {
  const listed = [SOL, ...tokenList.lsts, ...tokenList.lends.map(({ underlying }) => underlying)]
  const taken = new Set(listed.map(({ symbol }) => folded(symbol)))
  const mints = new Set(listed.map(({ mint }) => mint))
  const rows = csv.split('\n').flatMap((line) => {
    const [, symbol, mint] = ROW.exec(line) ?? []
    return symbol && mint && !mints.has(mint) ? [{ mint, symbol: symbol.trim() }] : []
  })
  const count = new Map<string, number>()
  for (const { symbol } of rows) {
    count.set(folded(symbol), (count.get(folded(symbol)) ?? 0) + 1)
  }
  const alone = rows
    .filter(({ symbol }) => count.get(folded(symbol)) === 1 && !taken.has(folded(symbol)))
    .sort((a, b) => (a.mint < b.mint ? -1 : 1))
  return {
    generatedFrom: { 'jup-ag/token-list validated-tokens.csv': day },
    symbols: Object.fromEntries(alone.map(({ mint, symbol }) => [mint, symbol])),
  }
}

/** A symbol as it is compared: `$WIF` and `wif` are one. */
function folded(symbol: string): string {
  return symbol.replace(/^\$/, '').toLowerCase()
}
