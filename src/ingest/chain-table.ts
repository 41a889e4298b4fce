import * as z from 'zod'
import rows from '../../data/chains.json' with { type: 'json' }
import type { Chain } from '../domain/chain.ts'

const tableSchema = z.array(
  z.strictObject({
    name: z.string().min(1),
    kind: z.enum(['evm', 'solana', 'other']),
    chainId: z.number().int().positive().nullable(),
    security: z.enum(['l1', 'rollup', 'sidechain']).nullable(),
    aliases: z.array(z.string().min(1)),
  }),
)

const table = tableSchema.parse(rows)
const chains: Chain[] = table.map(({ aliases: _, ...chain }) => chain)
const byKey = new Map<string, Chain>()
for (const { aliases, ...chain } of table) {
  for (const spelling of [chain.name, ...aliases]) {
    // Both forms, so that the usual spellings are found without a change of case.
    byKey.set(spelling, chain)
    byKey.set(keyOf(spelling), chain)
  }
}

/** The chain that goes by this name or alias, whatever its case; undefined when the table does not hold it. */
export function findChain(name: string): Chain | undefined {
  return byKey.get(name) ?? byKey.get(keyOf(name))
}

/** Our one name for a chain; a name that the table does not hold comes back trimmed. */
export function canonicalChain(name: string): string {
  return findChain(name)?.name ?? name.trim()
}

/** Every chain of the table, by name. Source: `data/chains.json`. */
export function listChains(): Chain[] {
  return [...chains]
}

function keyOf(name: string): string {
  return name.trim().toLowerCase()
}
