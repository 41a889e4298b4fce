import { type Day, dayNumber, daysBetween } from '../domain/day.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import type { Store } from './open.ts'
import { findLastGoodRun } from './source-runs.ts'
import { RESTS } from './tvl-history.ts'

/** The pages of this many protocols, those with the largest TVL, are read again every other day, … */
const LARGEST = 150
const LARGEST_DAYS = 2

/** … and those of all others after this many days. Incidents of a page are in use for 30. */
const OTHER_DAYS = 20

/** TVL that fell by this share within a day or a week may be a loss: such a page is read first. */
const FALL = 0.25

/** Smaller ones rise and fall by themselves. In US dollars, before the fall. */
const MIN_FALLEN_USD = 1_000_000

/** At most this many that fell are read first in one run: when a market falls, the pages of all others wait no longer than usual. */
const MAX_FALLEN = 20

/**
 * Protocols in scope whose pages were read before this day, while the list of incidents was not read on it: those with an incident that
 * was read once, which counts when it is read again, and those whose TVL fell most, then the others by the days since they were read, as a share of the days after which they are due. So they all wait a little longer
 * when a run may read less. Pages that failed rest.
 */
export function listPagesToRead(
  store: Store,
  registryDay: Day,
  asOf: Day,
): { id: number; slug: string }[] {
  if (findLastGoodRun(store, SOURCE_OF_ROLE.incidents, asOf)?.asOf === asOf) return []
  const rows = store
    .prepare<[Record<string, string | number>], Page>(
      `SELECT p.id, p.slug, i.read_on AS readOn, COALESCE(now.cents, 0) AS now,
         COALESCE(day.cents, 0) AS dayAgo, COALESCE(week.cents, 0) AS weekAgo,
         EXISTS (SELECT 1 FROM incidents n WHERE n.named_by = p.id AND n.readings = 1) AS hasUnconfirmed
       FROM protocols p
       JOIN incident_pages i ON i.protocol_id = p.id
       LEFT JOIN history_fills h ON h.protocol_id = p.id
       LEFT JOIN tvl_daily now ON now.protocol_id = p.id AND now.section = 0 AND now.day = @today
       LEFT JOIN tvl_daily day ON day.protocol_id = p.id AND day.section = 0 AND day.day = @today - 1
       LEFT JOIN tvl_daily week ON week.protocol_id = p.id AND week.section = 0 AND week.day = @today - 7
       WHERE p.out_of_scope IS NULL AND p.last_seen = @registryDay AND i.read_on < @asOf AND NOT ${RESTS}
       ORDER BY now DESC, p.id`,
    )
    .all({ registryDay, asOf, today: dayNumber(registryDay) })
  const fallen = rows
    .filter((page) => fallOf(page) >= FALL)
    .sort((a, b) => fallOf(b) - fallOf(a) || b.weekAgo - a.weekAgo)
    .slice(0, MAX_FALLEN)
  const unconfirmed = rows.filter(({ hasUnconfirmed }) => hasUnconfirmed === 1)
  const largest = new Set(loadLargest(store, registryDay))
  const urgency = ({ id, readOn }: Page) =>
    daysBetween(readOn, asOf) / (largest.has(id) ? LARGEST_DAYS : OTHER_DAYS)
  const others = rows.sort((a, b) => urgency(b) - urgency(a))
  return [...new Set([...unconfirmed, ...fallen, ...others])].map(({ id, slug }) => ({ id, slug }))
}

interface Page {
  id: number
  slug: string
  readOn: Day
  /** TVL in cents today, a day ago and a week ago; 0 when it is not known. */
  now: number
  dayAgo: number
  weekAgo: number
  /** An incident on it has a single reading. */
  hasUnconfirmed: 0 | 1
}

/** The share that was lost within a day or a week, whichever is more; 0 for a small protocol. */
function fallOf({ now, dayAgo, weekAgo }: Page): number {
  const falls = [dayAgo, weekAgo].map((cents) =>
    cents >= MIN_FALLEN_USD * 100 ? 1 - now / cents : 0,
  )
  return Math.max(...falls)
}

function loadLargest(store: Store, registryDay: Day): number[] {
  return store
    .prepare<[number, Day], number>(
      `SELECT p.id FROM protocols p JOIN tvl_daily t ON t.protocol_id = p.id AND t.section = 0 AND t.day = ?
       WHERE p.out_of_scope IS NULL AND p.last_seen = ? ORDER BY t.cents DESC, p.id LIMIT ${LARGEST}`,
    )
    .pluck()
    .all(dayNumber(registryDay), registryDay)
}

/** The oldest day on which a page of a protocol in scope was last read; null when none was. */
export function findOldestPage(store: Store, registryDay: Day): Day | null {
  const day = store
    .prepare<[Day], Day | null>(
      `SELECT MIN(i.read_on) FROM incident_pages i JOIN protocols p ON p.id = i.protocol_id
       WHERE p.out_of_scope IS NULL AND p.last_seen = ?`,
    )
    .pluck()
    .get(registryDay)
  return day ?? null
}
