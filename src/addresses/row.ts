import { contractsId, listContracts } from '../control/contract-table.ts'
import type { ListedContract, TableProtocol } from '../domain/listed-contract.ts'
import { PROTOCOLS, publishedName } from '../wallet/model/protocols.ts'

const EMPTY = { protocol: null, name: null, note: null, day: null }

type Optional = keyof typeof EMPTY

/** A row; what is left out of it is null. */
export function rowOf(
  fields: Omit<ListedContract, Optional> & Partial<Pick<ListedContract, Optional>>,
): ListedContract {
  return { ...EMPTY, ...fields }
}

/** The slug under which tables name a protocol, by DefiLlama's id: two tables may have two slugs of it, the scan's goes first. */
const SLUGS = new Map(
  [
    ...listContracts().map(({ slug }) => [contractsId(slug), slug] as const),
    ...Object.entries(PROTOCOLS).map(([slug, { id }]) => [id, slug] as const),
  ].filter(([id]) => id !== null),
)

const bySlug = new Map<string, TableProtocol>()

/** A protocol that a table names by its slug. */
export function protocolOf(slug: string): TableProtocol {
  const known = bySlug.get(slug)
  if (known) return known
  const id = PROTOCOLS[slug]?.id ?? contractsId(slug)
  const main = SLUGS.get(id) ?? slug
  const slugs = [...new Set([main, slug, ...(PROTOCOLS[main]?.aliases ?? [])])]
  const protocol = { id, slugs, name: publishedName(main) }
  bySlug.set(slug, protocol)
  return protocol
}

/** One that a table names by DefiLlama's id. */
export function protocolById(id: string, name: string): TableProtocol {
  const slug = SLUGS.get(id)
  return slug === undefined ? { id, slugs: [], name } : protocolOf(slug)
}
