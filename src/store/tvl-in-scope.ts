import type { Day } from '../domain/day.ts'
import type { Store } from './open.ts'

/** TVL in US dollars of each protocol in scope of the registry of a day, by id; 0 when it has none or it is unknown. */
export function loadTvlInScope(store: Store, registryDay: Day): Map<string, number> {
  const rows = store
    .prepare<[string], { id: number; usd: number }>(
      `SELECT p.id, COALESCE((SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl'), 0) AS usd
       FROM protocols p LEFT JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl'
       WHERE p.out_of_scope IS NULL AND p.last_seen = ? ORDER BY p.id`,
    )
    .all(registryDay)
  return new Map(rows.map(({ id, usd }) => [String(id), usd]))
}

/** TVL of all protocols in US dollars in each of the newest `count` snapshots up to a day, newest first. */
export function loadSnapshotTotals(store: Store, asOf: Day, count: number): number[] {
  return store
    .prepare<[Day, number], number>(
      `SELECT (SELECT TOTAL(tvl_usd) FROM score_numbers WHERE snapshot_id = s.id) FROM snapshots s
       WHERE s.as_of <= ? ORDER BY s.as_of DESC LIMIT ?`,
    )
    .pluck()
    .all(asOf, count)
}

/** The stored names of protocols, in the order of their ids here. */
export function loadNames(store: Store, ids: readonly string[]): string[] {
  const select = store.prepare<[number], string>('SELECT name FROM protocols WHERE id = ?').pluck()
  return ids.flatMap((id) => select.get(Number(id)) ?? [])
}
