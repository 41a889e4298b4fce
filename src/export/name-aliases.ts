import categories from '../../data/aliases/categories.json' with { type: 'json' }
import protocols from '../../data/aliases/protocols.json' with { type: 'json' }
import chains from '../../data/chains.json' with { type: 'json' }

/** Spellings in lower case, each with the indices of the names that it means. */
type NameAliases = Record<string, number[]>

/** Other spellings of the chains in a list (`data/chains.json`). */
export function chainAliases(names: readonly string[]): NameAliases {
  return aliasesOf(names, chains)
}

/** Other spellings of the categories in a list (`data/aliases/categories.json`). Names of the same category share their indices. */
export function categoryAliases(names: readonly string[]): NameAliases {
  return aliasesOf(names, categories)
}

/** A name that means only itself is left out: it is in the list already. */
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

/** What people also call a protocol (`data/aliases/protocols.json`), by its id. */
export function otherNames(protocolId: string): string[] {
  return protocols.flatMap((row) => (row.protocolId === protocolId ? row.names : []))
}
