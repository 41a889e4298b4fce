import { type HoldingBasis, type Makeup, type MakeupPart, UNKNOWN } from '../domain/dependency.ts'
import { compareText } from '../domain/text-order.ts'
import type { TokenRow } from './table-rows.ts'
import type { DependencyTables } from './tables.ts'

/** What a protocol holds of one token. */
export interface Holding {
  /** Id of the token in the reviewed table; null when it is not resolved. */
  token: string | null
  /** The name that its source gives an unresolved token; that of the table otherwise. */
  symbol: string
  /** Share of what is held, 0-1. */
  share: number
  /** Share of what depositors are owed, 0-1; null when not known. */
  owedShare: number | null
  basis: HoldingBasis
}

/** Finds the token that a source means; null where none, or more than one, can be meant. */
export type FindToken = (chain: string | null, token: string) => TokenRow | null

/**
 * A finder of tokens by id or address, else by symbol. A row with addresses is meant on its chains alone, and before one without; where the
 * chain is not known, one without is meant.
 */
export function tokenFinder({ tokens }: DependencyTables): FindToken {
  const byAddress = new Map(
    [...tokens.values()].flatMap((row) =>
      Object.entries(row.at ?? {}).map(([chain, address]) => [placeOf(chain, address), row]),
    ),
  )
  const bySymbol = Map.groupBy(
    [...tokens.values()].flatMap((row) => row.symbols.map((symbol) => ({ symbol, row }))),
    ({ symbol }) => symbol.toUpperCase(),
  )
  return (chain, symbol) => {
    const named = tokens.get(symbol) ?? byAddress.get(placeOf(chain ?? '', symbol))
    if (named) return named
    const rows = bySymbol.get(symbol.toUpperCase())?.map(({ row }) => row) ?? []
    const here = rows.filter(({ at = {} }) => chain !== null && chain in at)
    const anywhere = rows.filter(({ at }) => at === undefined)
    const meant = [here, anywhere, chain === null ? rows : []].find(({ length }) => length > 0)
    return meant?.length === 1 ? (meant[0] ?? null) : null
  }
}

/**
 * The token at an address; else the one that its symbol means, unless the table has another address for that there: who makes a token
 * chooses its symbol.
 */
export function tokenAt(
  find: FindToken,
  chain: string,
  address: string,
  symbol: string | null,
): TokenRow | null {
  const byAddress = find(chain, address)
  if (byAddress || symbol === null) return byAddress
  const bySymbol = find(chain, symbol)
  return bySymbol?.at?.[chain] === undefined ? bySymbol : null
}

/** An address on a chain, without regard to case. */
function placeOf(chain: string, address: string): string {
  return `${chain} ${address.toLowerCase()}`
}

/**
 * The holdings of a make-up, largest first, one for each token. What no row of the table can be meant by stays as it is named; what the
 * make-up does not cover, or states as no share, is a holding of the name `unknown`.
 */
export function holdingsOf(makeup: Makeup, find: FindToken): Holding[] {
  const stated = makeup.parts.filter(({ share }) => share >= 0 && share <= 1 + ROUNDING)
  const resolved = stated.map((part) => resolve(part, makeup.basis, find))
  const merged = [...Map.groupBy(resolved, ({ token, symbol }) => token ?? `? ${symbol}`).values()]
    .flatMap(([first, ...others]) => (first ? [others.reduce(merge, first)] : []))
    .sort((a, b) => b.share - a.share || compareText(a.symbol, b.symbol))
  const rest = 1 - merged.reduce((sum, { share }) => sum + share, 0)
  if (rest <= ROUNDING) return merged
  return [...merged, { token: null, symbol: UNKNOWN, share: rest, owedShare: null, basis: UNKNOWN }]
}

/** Shares are rounded to millionths where they are read. */
const ROUNDING = 1e-4

function resolve(
  { chain, token: name, share, owedShare }: MakeupPart,
  basis: HoldingBasis,
  find: FindToken,
): Holding {
  const row = find(chain, name)
  return {
    token: row?.id ?? null,
    symbol: row?.symbols[0] ?? name,
    share,
    owedShare,
    basis: row ? basis : UNKNOWN,
  }
}

function merge(a: Holding, b: Holding): Holding {
  const owed = a.owedShare === null || b.owedShare === null ? null : a.owedShare + b.owedShare
  return { ...a, share: a.share + b.share, owedShare: owed }
}
