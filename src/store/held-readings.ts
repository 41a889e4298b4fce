import type { HeldReading } from '../domain/batch.ts'
import { type Day, dayNumber } from '../domain/day.ts'
import { sumTvl, type TvlPoint } from '../domain/protocol.ts'
import type { Known, Reading } from '../domain/reading.ts'
import type { HeldTvl } from '../domain/record.ts'
import type { DayTotal } from '../domain/tvl-jump.ts'
import type { Store } from './open.ts'
import { type ReadingColumns, toReading } from './reading-columns.ts'
import { readingWriter } from './reading-writer.ts'
import { tvlWriter } from './tvl-history.ts'

/** A loss explains a fall of TVL that begins within this many days after it. */
const LOSS_DAYS = 7

/** What the store has of a protocol from the last list that had it. */
export interface LastRow {
  category: string | null
  readings: Map<string, Reading<unknown>>
}

/** The last row of each protocol, by its upstream id, with the readings of these names. */
export function loadLastRows(store: Store, names: readonly string[]): Map<string, LastRow> {
  const rows = store
    .prepare<[], { id: number; category: string | null }>('SELECT id, category FROM protocols')
    .all()
  const last = new Map(
    rows.map(({ id, category }): [string, LastRow] => [
      String(id),
      { category, readings: new Map() },
    ]),
  )
  const readings = store
    .prepare<[string], ReadingColumns & { id: number; name: string }>(
      `SELECT protocol_id AS id, name, value, reason, as_of, source FROM readings
       WHERE name IN (SELECT value FROM json_each(?))`,
    )
    .iterate(JSON.stringify(names))
  for (const row of readings) last.get(String(row.id))?.readings.set(row.name, toReading(row))
  return last
}

type HeldColumns = Omit<ReadingColumns, 'as_of'> & { id: number; name: string; day: Day }

/** Every held reading by the upstream id of its protocol, in the order of days. */
export function loadHeld(store: Store): Map<string, HeldReading[]> {
  const rows = store
    .prepare<[], HeldColumns>(
      'SELECT protocol_id AS id, name, day, value, reason, source FROM held_readings ORDER BY protocol_id, name, day',
    )
    .all()
  return Map.groupBy(rows.map(toHeld), ({ id }) => id)
}

/** The held TVL of one protocol, in the order of days. */
export function loadHeldTvlOf(store: Store, id: number): HeldReading[] {
  return store
    .prepare<[number], HeldColumns>(
      `SELECT protocol_id AS id, name, day, value, reason, source FROM held_readings
       WHERE protocol_id = ? AND name = 'tvl' ORDER BY day`,
    )
    .all(id)
    .map(toHeld)
}

function toHeld({ id, name, day, ...columns }: HeldColumns): HeldReading {
  return {
    id: String(id),
    // Only `replaceHeld` writes the names.
    name: name as HeldReading['name'],
    day,
    reading: toReading({ ...columns, as_of: columns.value === null ? null : day }),
  }
}

/** What a held reading of TVL reports, in US dollars; null when the registry gave none. */
export function reportedUsd({ reading }: HeldReading): number | null {
  // A held reading of this name is the TVL of a row.
  return reading.known ? sumTvl(reading.value as TvlPoint[]) : null
}

export function replaceHeld(store: Store, held: readonly HeldReading[]): void {
  store.prepare('DELETE FROM held_readings').run()
  const insert = store.prepare(
    'INSERT INTO held_readings (protocol_id, name, day, value, reason, source) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { id, name, day, reading } of held) {
    const value = reading.known ? JSON.stringify(reading.value) : null
    insert.run(Number(id), name, day, value, reading.known ? null : reading.reason, reading.source)
  }
}

/** The held TVL of each protocol up to a day, by protocol id. */
export function loadHeldTvl(store: Store, asOf: Day): Map<string, HeldTvl> {
  const tvl = [...loadHeld(store)].flatMap(([id, held]) => {
    const days = held.filter(({ name, day }) => name === 'tvl' && day <= asOf)
    const [first, newest] = [days[0], days.at(-1)]
    if (!first || !newest) return []
    const summary: HeldTvl = {
      day: newest.day,
      reportedUsd: reportedUsd(newest),
      since: first.day,
      seen: days.length,
    }
    return [[id, summary] as const]
  })
  return new Map(tvl)
}

/** Reads the stored totals of TVL of a protocol from a day on, newest first. */
export function totalsReader(store: Store): (id: string, from: number) => DayTotal[] {
  const select = store.prepare<[number, number], DayTotal>(
    `SELECT day, cents / 1e2 AS usd FROM tvl_daily WHERE protocol_id = ? AND section = 0 AND day >= ?
     ORDER BY day DESC`,
  )
  return (id, from) => select.all(Number(id), from)
}

/** Protocols of the registry of a day whose TVL is held, largest first. */
export function listHeldPages(store: Store, registryDay: Day): { id: number; slug: string }[] {
  return store
    .prepare<[Day], { id: number; slug: string }>(
      `SELECT p.id, p.slug FROM protocols p LEFT JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl'
       WHERE p.out_of_scope IS NULL AND p.last_seen = ?
         AND EXISTS (SELECT 1 FROM held_readings h WHERE h.protocol_id = p.id AND h.name = 'tvl')
       ORDER BY (SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl') DESC, p.id`,
    )
    .all(registryDay)
}

/** A protocol whose TVL is held after a loss. */
interface HeldAfterLoss {
  id: number
  /** TVL in use, in US dollars. */
  usedUsd: number
}

/** Protocols whose TVL is held, and that had a loss, or whose family had one, in the week before it was held or since. */
export function listHeldAfterLoss(store: Store, asOf: Day): HeldAfterLoss[] {
  return store
    .prepare<[string, Day], HeldAfterLoss>(
      `SELECT p.id, COALESCE((SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl'), 0) AS usedUsd
       FROM (SELECT protocol_id, MIN(day) AS since FROM held_readings WHERE name = 'tvl' GROUP BY protocol_id) h
       JOIN protocols p ON p.id = h.protocol_id
       LEFT JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl'
       WHERE EXISTS (SELECT 1 FROM incidents i WHERE i.occurred_on BETWEEN date(h.since, ?) AND ?
         AND (i.protocol_id = p.id OR (i.protocol_id IS NULL AND i.parent_id = p.parent_id)))
       ORDER BY p.id`,
    )
    .all(`-${LOSS_DAYS} days`, asOf)
}

/** Takes over the held TVL of a protocol: the newest is its reading, and each day enters the history. */
export function acceptHeldTvl(store: Store, id: number): void {
  const write = readingWriter(store)
  const writeDay = tvlWriter(store)
  store
    .transaction(() => {
      for (const { day, reading } of loadHeldTvlOf(store, id)) {
        write(id, 'tvl', reading)
        // A held reading of this name is the TVL of a row.
        if (reading.known) writeDay(id, dayNumber(day), (reading as Known<TvlPoint[]>).value)
      }
      store.prepare("DELETE FROM held_readings WHERE protocol_id = ? AND name = 'tvl'").run(id)
    })
    .immediate()
}

/** Number of protocols whose TVL is held on a day. */
export function countHeldTvl(store: Store, asOf: Day): number {
  return (
    store
      .prepare<[Day], number>(
        "SELECT COUNT(DISTINCT protocol_id) FROM held_readings WHERE name = 'tvl' AND day <= ?",
      )
      .pluck()
      .get(asOf) ?? 0
  )
}
