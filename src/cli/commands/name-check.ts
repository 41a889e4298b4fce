import type { Client } from '../../client/index.ts'
import { unknownNames } from '../../domain/nearest.ts'
import type { CommandAnswer, Input } from '../action.ts'

/**
 * Names of chains and categories that the service does not know, as sentences: its filters pass over them. They are looked up
 * only where it matters, when nothing was found or when several were named; where that fails, nothing is said.
 */
export async function nameRemarks(
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
  return [...unknownNames('chain', chains, known), ...unknownNames('category', categories, kinds)]
}

function listOf(value: Input['query'][string] | undefined): string[] {
  return Array.isArray(value) ? value : []
}
