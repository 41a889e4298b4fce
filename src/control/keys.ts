import type { ProtocolKey } from '../domain/batch.ts'
import { UNDATED } from '../domain/day.ts'
import { PROTOCOLS } from '../wallet/model/protocols.ts'
import { contractsId } from './contract-table.ts'

/** A key as text, the same for equal keys. */
export function keyText(key: ProtocolKey): string {
  return 'id' in key ? `id ${key.id}` : `slug ${key.slug}`
}

/** The key of a protocol of our tables: its id where that is known, else its slug on the day of the list. */
export function keyOfSlug(slug: string): ProtocolKey {
  const id = idOf(slug)
  return id ? { id } : { slug, day: PROTOCOLS[slug]?.seen ?? UNDATED }
}

/** True when a stored protocol is that of a slug of our tables, under any of its slugs. */
export function isOfSlug({ id, slug }: { id: string; slug: string }, own: string): boolean {
  const known = idOf(own)
  return known ? known === id : [own, ...(PROTOCOLS[own]?.aliases ?? [])].includes(slug)
}

function idOf(slug: string): string | null {
  return PROTOCOLS[slug]?.id ?? contractsId(slug)
}

/** The contracts or markets of one protocol. */
export interface OfProtocol<Item> {
  key: ProtocolKey
  items: Item[]
}

/** Items in groups of one protocol, in the order in which they come. */
export function grouped<Item>(
  items: Iterable<{ key: ProtocolKey; item: Item }>,
): OfProtocol<Item>[] {
  const groups = new Map<string, OfProtocol<Item>>()
  for (const { key, item } of items) {
    const group = groups.get(keyText(key))
    if (group) group.items.push(item)
    else groups.set(keyText(key), { key, items: [item] })
  }
  return [...groups.values()]
}
