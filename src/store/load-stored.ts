import type { StoredFact } from '../domain/batch.ts'
import type { FactName } from '../domain/protocol.ts'
import type { Store } from './open.ts'

/** What the store has of a fact, in order of protocol, whatever its age. Protocols of which it is missing are left out. */
export function loadStored<Name extends FactName>(store: Store, name: Name): StoredFact<Name>[] {
  return store
    .prepare<[string], { id: number; slug: string; value: string }>(
      `SELECT p.id, p.slug, r.value FROM readings r JOIN protocols p ON p.id = r.protocol_id
       WHERE r.name = ? AND r.value IS NOT NULL ORDER BY p.id`,
    )
    .all(name)
    .map(({ id, slug, value }) => ({ id: String(id), slug, value: JSON.parse(value) }))
}
