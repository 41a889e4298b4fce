import { contractsId } from '../control/contract-table.ts'
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

const bySlug = new Map<string, TableProtocol>()

/** A protocol that a table names by its slug. */
export function protocolOf(slug: string): TableProtocol {
  const known = bySlug.get(slug)
  if (known) return known
  const row = PROTOCOLS[slug]
  const id = row?.id ?? contractsId(slug)
  const protocol = { id, slugs: [slug, ...(row?.aliases ?? [])], name: publishedName(slug) }
  bySlug.set(slug, protocol)
  return protocol
}

/** One that a table names by DefiLlama's id. */
export function protocolById(id: string, name: string): TableProtocol {
  return { id, slugs: [], name }
}
