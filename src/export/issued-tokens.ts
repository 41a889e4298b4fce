import { TABLES } from '../dependencies/tables.ts'
import type { ListedContract } from '../domain/listed-contract.ts'

/** A protocol as its tokens are looked up. */
interface Issuer {
  id: string
  slug: string
  name: string
  symbol: string | null
}

/** A protocol with more receipts issues one for each market or validator, and none of their symbols means it. */
const MAX_RECEIPTS = 20

const reviewed = issuedSymbols()

/**
 * The symbols of the tokens that a protocol issues, in alphabetical order: what depositors hold by the `listed` contracts, and what the
 * tables of dependencies name it the issuer of. Its own symbol and name are left out.
 */
export function tokenFinder(listed: readonly ListedContract[]): (issuer: Issuer) => string[] {
  const receipts = receiptSymbols(listed)
  return ({ id, slug, name, symbol }) => {
    const own = [name, slug, symbol ?? ''].map((text) => text.toUpperCase())
    const found = new Map<string, string>()
    // Of two spellings that of the receipts is kept: it is the token's own.
    for (const from of [reviewed.get(id), receipts.get(slug), receipts.get(id)])
      for (const each of from ?? []) found.set(each.toUpperCase(), each)
    return [...found.keys()]
      .filter((folded) => !own.includes(folded))
      .sort()
      .map((folded) => found.get(folded) ?? folded)
  }
}

/** By the id of the protocol, or by its slugs where the lists have no id. A symbol that a list cuts, with an ellipsis, is left out. */
function receiptSymbols(listed: readonly ListedContract[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { role, name, protocol } of listed) {
    if (role !== 'receipt' || !name || !protocol || name.includes('…')) continue
    for (const key of protocol.id === null ? protocol.slugs : [protocol.id])
      found.set(key, (found.get(key) ?? new Set()).add(name))
  }
  return new Map([...found].filter(([, symbols]) => symbols.size <= MAX_RECEIPTS))
}

/**
 * By the id of the protocol. A token with addresses has its symbol on their chains only, so where another token has the same symbol
 * everywhere, that one is meant: USDT is Tether's on every chain.
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
