import type { Day } from '../domain/day.ts'
import type { Store } from './open.ts'

/** How many protocols in scope of the registry of this day hold TVL above zero. */
export function countWithTvl(store: Store, registryDay: Day): number {
  const row = store
    .prepare<[string], { n: number }>(
      `SELECT COUNT(*) AS n FROM protocols p JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl'
       WHERE p.out_of_scope IS NULL AND p.last_seen = ?
         AND EXISTS (SELECT 1 FROM json_each(r.value) WHERE value ->> 'usd' > 0)`,
    )
    .get(registryDay)
  return row?.n ?? 0
}
