import * as z from 'zod'
import rows from '../../data/chains.json' with { type: 'json' }
import { CHAIN_KINDS, CHAIN_SECURITIES, type Chain } from '../domain/chain.ts'

const tableSchema = z.array(
  z.strictObject({
    name: z.string().min(1),
    kind: z.enum(CHAIN_KINDS),
    chainId: z.number().int().positive().nullable(),
    security: z.enum(CHAIN_SECURITIES).nullable(),
    aliases: z.array(z.string().min(1)),
  }),
)

const table = tableSchema.parse(rows)
const chains: Chain[] = table.map(({ aliases: _, ...chain }) => chain)
const byKey = new Map<string, Chain>()
for (const { aliases, ...chain } of table) {
  for (const spelling of [chain.name, ...aliases]) {
    // Both forms: the exact spelling is found without lower-casing it first.
    byKey.set(spelling, chain)
    byKey.set(keyOf(spelling), chain)
  }
}

/** The chain with this name or alias, in any case; undefined when it is not in the table. */
export function findChain(name: string): Chain | undefined {
  return byKey.get(name) ?? byKey.get(keyOf(name))
}

/** The canonical name of a chain; a name that is not in the table is returned trimmed. */
export function canonicalChain(name: string): string {
  return findChain(name)?.name ?? name.trim()
}

/** Every chain in `data/chains.json`. */
export function listChains(): Chain[] {
  return [...chains]
}

function keyOf(name: string): string {
  return name.trim().toLowerCase()
}
