import type { ScreenerRows } from '../../contract/screener-rows.ts'
import type { Spell } from './search.ts'
import type { ScreenState } from './state.ts'

/** The state with the names of the table in place of their aliases: `bsc` is `binance` or `bnb chain`. Unknown names stay. */
export function withoutAliases(state: ScreenState, rows: ScreenerRows): ScreenState {
  return {
    ...state,
    chains: resolve(state.chains, rows.aliases.chains, rows.chains),
    categories: resolve(state.categories, rows.aliases.categories, rows.categories),
  }
}

/** Gives the spelling of the table for names in lower case. */
export function spellerOf({ chains, categories }: ScreenerRows): Spell {
  const spelling = new Map([...chains, ...categories].map((name) => [name.toLowerCase(), name]))
  return (name) => spelling.get(name) ?? name
}

function resolve(
  wanted: readonly string[],
  aliases: Readonly<Record<string, readonly number[]>>,
  names: readonly string[],
): string[] {
  const found = wanted.flatMap((name) => {
    const places = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    return places?.map((place) => names[place]?.toLowerCase() ?? name) ?? name
  })
  return [...new Set(found)].sort()
}
