import type { Store } from './open.ts'

/**
 * The id of the protocol with a slug: the one that has it now, else the last one that had it.
 * A reused slug therefore belongs to its new owner.
 */
export function findProtocolBySlug(store: Store, slug: string): number | undefined {
  return store
    .prepare<[string], { id: number }>(
      `SELECT p.id FROM aliases a JOIN protocols p ON p.id = a.protocol_id WHERE a.slug = ?
       ORDER BY a.last_seen DESC, p.slug = a.slug DESC, p.last_seen DESC, p.id DESC LIMIT 1`,
    )
    .get(slug)?.id
}
