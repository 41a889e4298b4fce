import categories from '../../data/aliases/categories.json' with { type: 'json' }
import chains from '../../data/chains.json' with { type: 'json' }

/** Spellings in lower case, each with the places, in a list of names, of what it means. */
type NameAliases = Record<string, number[]>

/** What else the chains of a list go by (`data/chains.json`). */
export function chainAliases(names: readonly string[]): NameAliases {
  return aliasesOf(names, chains)
}

/** What else the categories of a list go by (`data/aliases/categories.json`). Names that mean the same category share their places. */
export function categoryAliases(names: readonly string[]): NameAliases {
  return aliasesOf(names, categories)
}

/** A name that means only itself is left out: whoever reads the list knows it already. */
function aliasesOf(
  names: readonly string[],
  table: readonly { name: string; aliases: string[] }[],
): NameAliases {
  const lower = names.map((name) => name.toLowerCase())
  const found: NameAliases = {}
  for (const { name, aliases } of table) {
    const spellings = [name, ...aliases].map((spelling) => spelling.toLowerCase())
    const places = lower.flatMap((one, place) => (spellings.includes(one) ? [place] : []))
    if (places.length === 0) continue
    for (const spelling of spellings) {
      if (places.length > 1 || !lower.includes(spelling)) found[spelling] = places
    }
  }
  return found
}
