import type { Day } from '../domain/day.ts'
import type { SourceId } from '../domain/sources.ts'
import type { Store } from './open.ts'

/**
 * The id of the protocol that a slug meant on a day; undefined for a slug that was never seen. Of several that had it on that day the
 * last to take it; between two owners the earlier one; before the first one that one. So a later owner of a slug never inherits what
 * was written about it before.
 */
export function resolveSlug(store: Store, slug: string, day: Day): number | undefined {
  return store
    .prepare<{ slug: string; day: Day }[], number>(
      `SELECT a.protocol_id FROM aliases a JOIN protocols p ON p.id = a.protocol_id WHERE a.slug = @slug
       ORDER BY a.first_seen <= @day DESC,
         iif(a.first_seen <= @day, MIN(a.last_seen, @day), '') DESC,
         iif(a.first_seen <= @day, a.first_seen, '') DESC,
         a.first_seen, a.last_seen DESC, p.slug = a.slug DESC, p.id DESC LIMIT 1`,
    )
    .pluck()
    .get({ slug, day })
}

/**
 * Returns the id of the protocol that a row of a source belongs to by its slug. Once it was found, the row keeps it: an edited row has a
 * later day, and by then the slug may be another protocol's. `seen`: the day of the list.
 */
export function slugTier(
  store: Store,
  source: SourceId,
  seen: Day,
): (row: string, key: { slug: string; day: Day }) => number | undefined {
  const find = store
    .prepare<[string, string, string], number>(
      'SELECT protocol_id FROM slug_ties WHERE source = ? AND row = ? AND slug = ?',
    )
    .pluck()
  const keep = store.prepare('INSERT INTO slug_ties VALUES (?, ?, ?, ?, ?)')
  return (row, { slug, day }) => {
    const tied = find.get(source, row, slug)
    if (tied !== undefined) return tied
    const id = resolveSlug(store, slug, day)
    if (id !== undefined) keep.run(source, row, slug, id, seen)
    return id
  }
}
