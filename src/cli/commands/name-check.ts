import type { Client } from '../../client/index.ts'
import type { CommandAnswer, Input } from '../action.ts'
import { nearest } from '../nearest.ts'
import { meant } from '../read-words.ts'

/**
 * Names of chains and categories that the service does not know, as sentences: its filters pass over them. They are looked up
 * only where it matters, when nothing was found or when several were named; where that fails, nothing is said.
 */
export async function unknownNames(
  client: Client,
  { query }: Input,
  { meta }: CommandAnswer<unknown>,
): Promise<string[]> {
  const matters = (names: string[]) => names.length > 0 && (meta?.total === 0 || names.length > 1)
  const chains = listOf(query.chain)
  const categories = listOf(query.category)
  const [known, kinds] = await Promise.all([
    matters(chains) ? client.chains().catch(() => null) : null,
    matters(categories) ? client.categories().catch(() => null) : null,
  ])
  return [...unknown('chain', chains, known), ...unknown('category', categories, kinds)]
}

interface Named {
  name: string
  aliases: string[]
}

function unknown(what: string, names: string[], known: Named[] | null): string[] {
  if (known === null) return []
  const all = known.flatMap(({ name, aliases }) => [name, ...aliases])
  const lower = new Set(all.map((name) => name.toLowerCase()))
  return names
    .filter((name) => !lower.has(name.toLowerCase()))
    .map((name) => `No ${what} is called "${name}".${meant(nearest(name, all))}`)
}

function listOf(value: Input['query'][string] | undefined): string[] {
  return Array.isArray(value) ? value : []
}
