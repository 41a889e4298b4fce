import { TABLES } from '../dependencies/tables.ts'

/** A protocol as its tokens are looked up. */
interface Issuer {
  id: string
  slug: string
  name: string
  symbol: string | null
}

const symbolsById = issuedSymbols()

/**
 * The symbols of the tokens that a protocol issues by the tables of dependencies, in their order. Its own symbol and name are
 * left out.
 */
export function issuedTokens({ id, slug, name, symbol }: Issuer): string[] {
  const own = [name, slug, symbol ?? ''].map((text) => text.toUpperCase())
  return (symbolsById.get(id) ?? []).filter((each) => !own.includes(each.toUpperCase()))
}

/**
 * A token with addresses has its symbol on their chains only, so where another token has the same symbol everywhere, that one is
 * meant: USDT is Tether's on every chain.
 */
function issuedSymbols(): Map<string, string[]> {
  const rows = [...TABLES.tokens.values()]
  const everywhere = new Set(rows.flatMap(({ at, symbols }) => (at ? [] : symbols)))
  const pairs = rows.flatMap(({ at, symbols, issuer, protocolId }) => {
    const id = protocolId ?? TABLES.issuers.get(issuer)?.protocolId
    const meant = symbols.filter((symbol) => !at || !everywhere.has(symbol))
    return id === undefined ? [] : meant.map((symbol) => [id, symbol] as const)
  })
  const byId = Map.groupBy(pairs, ([id]) => id)
  return new Map([...byId].map(([id, own]) => [id, own.map(([, symbol]) => symbol)]))
}
