import { type Day, dayFromNumber, dayNumber } from '../domain/day.ts'
import type { MissingReason } from '../domain/reading.ts'
import type { DailyTotals } from '../domain/record.ts'
import type { Store } from './open.ts'
import type { LastRun } from './source-runs.ts'

/** Days of daily totals that signals use. */
const HISTORY_DAYS = 400

/** Daily totals up to a day, by protocol id. */
export function loadHistories(store: Store, asOf: Day): Map<number, DailyTotals> {
  const last = dayNumber(asOf)
  const rows = store
    .prepare<[number, number], { id: number; day: number; usd: number }>(
      `SELECT protocol_id AS id, day, cents / 1e2 AS usd FROM tvl_daily
       WHERE section = 0 AND day > ? AND day <= ? ORDER BY protocol_id, day`,
    )
    .iterate(last - HISTORY_DAYS, last)
  const histories = new Map<number, DailyTotals>()
  for (const { id, day, usd } of rows) {
    const history = histories.get(id) ?? { days: [], usd: [] }
    histories.set(id, history)
    history.days.push(day)
    history.usd.push(usd)
  }
  return histories
}

/** Returns why the history of a protocol is incomplete; an empty object when it is filled. */
export function loadUnfilled(
  store: Store,
  { origin }: LastRun,
): (id: number) => { missing?: MissingReason } {
  const fills = new Map(
    store
      .prepare<[], { id: number; filled: number }>(
        'SELECT protocol_id AS id, filled_on IS NOT NULL AS filled FROM history_fills',
      )
      .all()
      .map(({ id, filled }) => [id, filled === 1]),
  )
  const notAsked = origin === 'seed' ? 'not-in-sample' : 'not-read-yet'
  return (id) => {
    const filled = fills.get(id)
    return filled ? {} : { missing: filled === false ? 'upstream-failed' : notAsked }
  }
}

/** The first day with TVL, by protocol id. */
export function loadFirstDays(store: Store): Map<number, Day> {
  const rows = store
    .prepare<[], { id: number; day: number }>(
      'SELECT protocol_id AS id, MIN(day) AS day FROM tvl_daily WHERE section = 0 GROUP BY protocol_id',
    )
    .all()
  return new Map(rows.map(({ id, day }) => [id, dayFromNumber(day)]))
}
