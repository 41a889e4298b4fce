import { addDays, type Day, daysBetween } from '../domain/day.ts'
import type { Facts } from '../domain/protocol.ts'
import { type MissingReason, missing, type Reading } from '../domain/reading.ts'
import { PAGE_READINGS, type ReadingName, SOURCE_OF_READING } from '../domain/sources.ts'
import type { Store } from './open.ts'
import { readingWriter } from './reading-writer.ts'

/** A page is read again after this many days, … */
const REFRESH_DAYS = 40

/** … but at most this many in one run, because pages are large. */
const REFRESHED_A_RUN = 25

/** A page that could not be read rests for this many days. */
const REST_DAYS = 8

/** The facts that come from the page of a single protocol. */
export type PageFacts = Required<Pick<Facts, keyof typeof PAGE_READINGS>>

/** Whether a reading comes from the page of a protocol. Its own day limits its use, not that of the registry. */
export function isPageReading(name: ReadingName): name is keyof typeof PAGE_READINGS {
  return Object.hasOwn(PAGE_READINGS, name)
}

/** Replaces the facts from the page of one protocol. Runs in its own transaction unless one is open. */
export function commitPageFacts(store: Store, id: number, facts: PageFacts): void {
  const write = readingWriter(store)
  store
    .transaction(() => {
      for (const [name, reading] of Object.entries(facts)) write(id, name, reading)
    })
    .immediate()
}

/** The reading, or missing as `stale` when its day is too long ago. The sample does not expire. */
export function usablePageReading(
  name: keyof typeof PAGE_READINGS,
  reading: Reading<unknown>,
  asOf: Day,
  origin: string | undefined,
): Reading<unknown> {
  const isOld = reading.known && daysBetween(reading.asOf, asOf) > PAGE_READINGS[name].maxAgeDays
  return isOld && origin !== 'seed' ? missing('stale', reading.source) : reading
}

/** Adds the facts of a page that was never read, as missing. */
export function addUnreadPages(
  facts: Record<string, Reading<unknown>>,
  origin: string | undefined,
): void {
  const reason: MissingReason = origin === 'seed' ? 'not-in-sample' : 'not-read-yet'
  facts.assets ??= missing(reason, SOURCE_OF_READING.assets)
}

/** Protocols in scope whose pages are due to be read again, largest TVL first; at most `REFRESHED_A_RUN`. */
export function listPagesToRefresh(
  store: Store,
  registryDay: Day,
  asOf: Day,
): { id: number; slug: string }[] {
  return store
    .prepare<[Record<string, string | number>], { id: number; slug: string }>(
      `SELECT p.id, p.slug FROM protocols p
       JOIN readings r ON r.protocol_id = p.id AND r.name = 'tvl' AND r.value IS NOT NULL
       JOIN incident_pages i ON i.protocol_id = p.id
       LEFT JOIN history_fills h ON h.protocol_id = p.id AND h.failures > 0
       WHERE p.out_of_scope IS NULL AND p.last_seen = @registryDay AND i.read_on <= @readBy
         AND COALESCE(h.tried_on, '') <= @triedBy
       ORDER BY (SELECT SUM(value ->> 'usd') FROM json_each(r.value) WHERE value ->> 'section' = 'tvl') DESC, p.id
       LIMIT @most`,
    )
    .all({
      registryDay,
      readBy: addDays(asOf, -REFRESH_DAYS),
      triedBy: addDays(asOf, -REST_DAYS),
      most: REFRESHED_A_RUN,
    })
}
