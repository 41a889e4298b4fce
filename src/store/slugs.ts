import type { Store } from './open.ts'

/**
 * The protocol that a slug means: the one that has it now, else the one that had it last.
 * A slug that was reused by another protocol therefore belongs to its new owner.
 */
export function findProtocolBySlug(store: Store, slug: string): number | undefined {
  const current = store
    .prepare<[string], { id: number }>(
      'SELECT id FROM protocols WHERE slug = ? ORDER BY last_seen DESC, id DESC LIMIT 1',
    )
    .get(slug)
  if (current) return current.id
  return store
    .prepare<[string], { id: number }>(
      'SELECT protocol_id AS id FROM aliases WHERE slug = ? ORDER BY last_seen DESC, protocol_id DESC LIMIT 1',
    )
    .get(slug)?.id
}
