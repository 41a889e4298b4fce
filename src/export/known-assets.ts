import type { ScreenerIndex } from '../contract/screener-index.ts'
import type { ProtocolNode } from '../dependencies/graph.ts'
import { tokenAt, tokenFinder } from '../dependencies/holdings.ts'
import { type DependencyTables, TABLES } from '../dependencies/tables.ts'
import { UNKNOWN } from '../domain/dependency.ts'
import type { Market } from '../domain/market.ts'

/** Smaller parts of what is held are not named. */
const LEAST_SHARE = 0.01
/** Most assets of one protocol, by share; those of its markets come last. */
const MAX_ASSETS = 100
/** What a symbol can look like: a market may be named by a sentence. */
const SYMBOL = /^[^\s,]{1,40}$/

/** The tokens of one protocol by symbol in capitals, largest share first. */
export interface KnownAssets {
  /** Share of what it holds, 0-1; null for what only its markets lend or take. */
  shares: ReadonlyMap<string, number | null>
  /** Share of what it holds of which it is not known what it is; 1 where nothing is known, null where only its markets are. */
  unknown: number | null
}

/**
 * A reader of what lies in a protocol by at least a hundredth, backs its loans, or is lent or taken by its markets, by the symbols of the
 * reviewed table and else of the source. A market that names its token like one of the table, at another address, has none: who makes a
 * token chooses its name.
 */
export function assetReader(
  tables: DependencyTables = TABLES,
): (node: Pick<ProtocolNode, 'holdings' | 'makeup'>, markets: readonly Market[]) => KnownAssets {
  const find = tokenFinder(tables)
  const known = new Set(
    [...tables.tokens.values()].flatMap(({ symbols }) => symbols.map(inCapitals)),
  )
  const symbolsOf = ({ chain, asset, assetAddress, collateralAddress, unconfirmed }: Market) => {
    if (unconfirmed) return []
    const token = tokenAt(find, chain, assetAddress, asset)
    const taken = collateralAddress ? tokenAt(find, chain, collateralAddress, null) : null
    const isOwnName = SYMBOL.test(asset) && !known.has(inCapitals(asset))
    return [token?.symbols[0] ?? (isOwnName ? asset : ''), taken?.symbols[0] ?? '']
  }
  return ({ holdings, makeup }, markets) => {
    const shares = new Map<string, number | null>()
    for (const { symbol, share } of holdings) {
      if (symbol === UNKNOWN || share < LEAST_SHARE || !SYMBOL.test(symbol)) continue
      const name = inCapitals(symbol)
      shares.set(name, (shares.get(name) ?? 0) + share)
    }
    const counted = makeup?.loans?.countedIn ?? []
    const lent = counted.map((token) => tables.tokens.get(token)?.symbols[0] ?? '')
    for (const symbol of [...lent, ...markets.flatMap(symbolsOf)]) {
      const name = inCapitals(symbol)
      if (name !== '' && !shares.has(name) && shares.size < MAX_ASSETS) shares.set(name, null)
    }
    const unread = holdings.find(({ token, symbol }) => token === null && symbol === UNKNOWN)
    const isHeld = holdings.length > 0
    return { shares, unknown: isHeld ? (unread?.share ?? 0) : shares.size > 0 ? null : 1 }
  }
}

type AssetColumns = Pick<ScreenerIndex['columns'], 'assets' | 'assetShares' | 'assetsUnknown'>

/** The columns of the screener's index, the names that they point into, and other symbols of these, each with the names that it has. */
export function assetColumns(
  rows: readonly KnownAssets[],
  tables: DependencyTables = TABLES,
): { names: string[]; aliases: Record<string, number[]>; columns: AssetColumns } {
  const names = [...new Set(rows.flatMap(({ shares }) => [...shares.keys()]))].sort()
  const places = new Map(names.map((name, place) => [name, place]))
  const aliases: Record<string, number[]> = {}
  for (const { symbols } of tables.tokens.values()) {
    const [own = '', ...others] = symbols.map(inCapitals)
    const place = places.get(own)
    if (place === undefined) continue
    for (const other of others) {
      // A name of its own stays that.
      const alias = other.toLowerCase()
      if (!places.has(other)) aliases[alias] = [...(aliases[alias] ?? []), place]
    }
  }
  return {
    names,
    aliases,
    columns: {
      assets: rows.map(({ shares }) =>
        [...shares.keys()].flatMap((name) => places.get(name) ?? []),
      ),
      assetShares: rows.map(({ shares }) => [...shares.values()].map(rounded)),
      assetsUnknown: rows.map(({ unknown }) => rounded(unknown)),
    },
  }
}

function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1e4) / 1e4
}

function inCapitals(symbol: string): string {
  return symbol.toUpperCase()
}
