import type { Day } from '../domain/day.ts'
import { TVL_SECTIONS, type TvlSeries } from '../domain/protocol.ts'
import { chainKeys } from './chain-keys.ts'
import type { Store } from './open.ts'

/** A protocol with fewer tries left than this is asked again only after the pause. */
const FAILURES_BEFORE_PAUSE = 3
const PAUSE_DAYS = 30

/** The past is read again when the newest stored day is older than this. */
const GAP_DAYS = 7

/**
 * Protocols in scope whose past is not stored, biggest TVL first: those never filled, and those with a gap
 * of more than a week before the newest point. Protocols that failed three times rest for a month.
 */
export function listUnfilledHistories(
  store: Store,
  asOf: Day,
  dayNumber: number,
): { id: number; slug: string }[] {
  return store
    .prepare<[Record<string, string | number>], { id: number; slug: string }>(
      `SELECT p.id, p.slug FROM protocols p
       JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl' AND r.value IS NOT NULL
       LEFT JOIN history_fills h ON h.protocol_id = p.id
       WHERE p.out_of_scope IS NULL AND p.last_seen = @asOf
         AND (h.failures IS NULL OR h.failures < @failures OR julianday(@asOf) - julianday(h.tried_on) > @pause)
         AND (h.filled_on IS NULL OR NOT EXISTS (
           SELECT 1 FROM tvl_daily t WHERE t.protocol_id = p.id AND t.day < @day AND t.day >= @day - @gap))
         AND (h.filled_on IS NULL OR h.filled_on < @asOf)
       ORDER BY (SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl') DESC, p.id`,
    )
    .all({
      asOf,
      failures: FAILURES_BEFORE_PAUSE,
      pause: PAUSE_DAYS,
      day: dayNumber,
      gap: GAP_DAYS,
    })
}

/** Writes the past of one protocol in one transaction. Days already stored keep their value. Returns the points added. */
export function commitHistory(store: Store, id: number, series: TvlSeries[], asOf: Day): number {
  const keyOf = chainKeys(store)
  const insert = store.prepare(
    'INSERT OR IGNORE INTO tvl_daily (protocol_id, day, chain_id, section, usd) VALUES (?, ?, ?, ?, ?)',
  )
  return store
    .transaction(() => {
      let added = 0
      for (const { chain, section, days, usd } of series) {
        const chainKey = keyOf(chain)
        const sectionKey = TVL_SECTIONS.indexOf(section)
        for (let i = 0; i < days.length; i += 1) {
          added += insert.run(id, days[i], chainKey, sectionKey, usd[i]).changes
        }
      }
      store
        .prepare(
          `INSERT INTO history_fills (protocol_id, filled_on, tried_on, failures) VALUES (?, ?, ?, 0)
           ON CONFLICT DO UPDATE SET filled_on = excluded.filled_on, tried_on = excluded.tried_on, failures = 0`,
        )
        .run(id, asOf, asOf)
      return added
    })
    .immediate()
}

export function recordHistoryFailure(store: Store, id: number, asOf: Day): void {
  store
    .prepare(
      `INSERT INTO history_fills (protocol_id, filled_on, tried_on, failures) VALUES (?, NULL, ?, 1)
       ON CONFLICT DO UPDATE SET tried_on = excluded.tried_on, failures = failures + 1`,
    )
    .run(id, asOf)
}
