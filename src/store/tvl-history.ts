import type { Day } from '../domain/day.ts'
import { TVL_SECTIONS, type TvlPoint, type TvlSection, type TvlSeries } from '../domain/protocol.ts'
import { acceptedTotals, type DayTotal } from '../domain/tvl-jump.ts'
import type { Store } from './open.ts'

/** A failed history is retried after 1, 2, 4, … days, at most this many. */
const LONGEST_REST_DAYS = 32

/** SQL: whether the page of a protocol failed and is not yet due again on `@asOf`; `h` is its row of `history_fills`. */
export const RESTS = `COALESCE(h.failures > 0
  AND julianday(@asOf) - julianday(h.tried_on) < MIN(1 << MIN(h.failures - 1, 30), ${LONGEST_REST_DAYS}), 0)`

/** A larger gap between the last stored day and a new one makes the history unfilled again. */
const GAP_DAYS = 7

interface UnfilledHistories {
  /** To read now: first those that never failed, then the others, each by falling TVL. */
  due: { id: number; slug: string }[]
  /** Number of failed ones that are not yet due again. */
  resting: number
}

/**
 * Protocols in scope on the day of the registry whose history is not stored: those never filled, and those with a gap that
 * `gapNoter` noted. A failed one waits, twice as long after each further failure.
 */
export function listUnfilledHistories(
  store: Store,
  registryDay: Day,
  asOf: Day = registryDay,
): UnfilledHistories {
  const rows = store
    .prepare<[Record<string, string | number>], { id: number; slug: string; rests: 0 | 1 }>(
      `SELECT p.id, p.slug, ${RESTS} AS rests
       FROM protocols p
       JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl' AND r.value IS NOT NULL
       LEFT JOIN history_fills h ON h.protocol_id = p.id
       WHERE p.out_of_scope IS NULL AND p.last_seen = @registryDay AND h.filled_on IS NULL
       ORDER BY COALESCE(h.failures, 0) > 0, (SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl') DESC, p.id`,
    )
    .all({ registryDay, asOf })
  const due = rows.filter(({ rests }) => !rests).map(({ id, slug }) => ({ id, slug }))
  return { due, resting: rows.length - due.length }
}

/**
 * Marks the history of a protocol as unfilled when a new point is more than a week after the last one. It stays unfilled
 * until a later run has read it.
 */
export function gapNoter(store: Store): (id: number, day: number) => void {
  const newest = store.prepare<[number, number], { day: number | null }>(
    'SELECT MAX(day) AS day FROM tvl_daily WHERE protocol_id = ? AND day < ?',
  )
  const note = store.prepare('UPDATE history_fills SET filled_on = NULL WHERE protocol_id = ?')
  return (id, day) => {
    const last = newest.get(id, day)?.day
    if (typeof last === 'number' && day - last > GAP_DAYS) note.run(id)
  }
}

/** Sums amounts in US dollars over chains and writes them as the daily totals of one protocol. */
export function tvlTotals(store: Store): {
  add(section: TvlSection, day: number, usd: number): void
  /** Writes and clears the sums. Returns the number of points written. */
  write(id: number): number
} {
  const insert = store.prepare(
    'INSERT INTO tvl_daily (protocol_id, section, day, cents) VALUES (?, ?, ?, ?)',
  )
  const sums = new Map<number, Map<number, number>>()
  return {
    add(section, day, usd) {
      const key = TVL_SECTIONS.indexOf(section)
      const days = sums.get(key) ?? new Map<number, number>()
      sums.set(key, days)
      days.set(day, (days.get(day) ?? 0) + usd)
    },
    write(id) {
      let written = 0
      for (const [section, days] of sums) {
        for (const [day, usd] of days) {
          written += insert.run(id, section, day, Math.round(usd * 100)).changes
        }
      }
      sums.clear()
      return written
    },
  }
}

/** Writes the TVL of one protocol on one day, in place of what was stored for it. */
export function tvlWriter(store: Store): (id: number, day: number, points: TvlPoint[]) => void {
  const clear = store.prepare('DELETE FROM tvl_daily WHERE protocol_id = ? AND day = ?')
  const noteGap = gapNoter(store)
  const totals = tvlTotals(store)
  return (id, day, points) => {
    // A day is replaced as a whole: amounts that are gone must not stay.
    clear.run(id, day)
    if (points.length === 0) return
    noteGap(id, day)
    for (const { section, usd } of points) totals.add(section, day, usd)
    totals.write(id)
  }
}

interface CommittedHistory {
  /** Points that were written. */
  added: number
  /** Days of the series that are left out as spikes and holes, or because their jump is too young to judge. */
  leftOut: number
}

/** Writes the history of one protocol in one transaction. Stored days stay as they are. */
export function commitHistory(
  store: Store,
  id: number,
  series: TvlSeries[],
  asOf: Day,
): CommittedHistory {
  return store
    .transaction(() => {
      // Whole days only: a chain that only one of the two endpoints has must not be added to the sum of the other.
      const stored = storedDays(store, id)
      const given = seriesTotals(series)
      const accepted = new Set(acceptedTotals(given).map(({ day }) => day))
      const leftOut = new Set(given.map(({ day }) => day).filter((day) => !accepted.has(day)))
      const totals = tvlTotals(store)
      for (const { section, days, usd } of series) {
        for (const [i, day] of days.entries()) {
          if (!stored.has(day) && !leftOut.has(day)) {
            totals.add(section, day, usd[i] ?? Number.NaN)
          }
        }
      }
      const added = totals.write(id)
      store
        .prepare(
          `INSERT INTO history_fills (protocol_id, filled_on, tried_on, failures) VALUES (?, ?, ?, 0)
           ON CONFLICT DO UPDATE SET filled_on = excluded.filled_on, tried_on = excluded.tried_on, failures = 0`,
        )
        .run(id, asOf, asOf)
      return { added, leftOut: leftOut.size }
    })
    .immediate()
}

/** TVL over all chains on each day of a series, in the order of days. */
export function seriesTotals(series: readonly TvlSeries[]): DayTotal[] {
  const totals = new Map<number, number>()
  for (const { section, days, usd } of series) {
    if (section !== 'tvl') continue
    for (const [i, day] of days.entries()) totals.set(day, (totals.get(day) ?? 0) + (usd[i] ?? 0))
  }
  return [...totals].map(([day, usd]) => ({ day, usd })).sort((a, b) => a.day - b.day)
}

function storedDays(store: Store, id: number): Set<number> {
  const rows = store
    .prepare<[number], { day: number }>('SELECT DISTINCT day FROM tvl_daily WHERE protocol_id = ?')
    .all(id)
  return new Set(rows.map(({ day }) => day))
}

export function recordHistoryFailure(store: Store, id: number, asOf: Day): void {
  store
    .prepare(
      `INSERT INTO history_fills (protocol_id, filled_on, tried_on, failures) VALUES (?, NULL, ?, 1)
       ON CONFLICT DO UPDATE SET tried_on = excluded.tried_on, failures = failures + 1`,
    )
    .run(id, asOf)
}
