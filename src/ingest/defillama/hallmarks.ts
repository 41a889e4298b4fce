import type { Hallmark } from '../../domain/assets.ts'
import type { Day } from '../../domain/day.ts'
import { plainText } from './text.ts'
import { dayOfUpstream } from './upstream-day.ts'

/** More than upstream marks for any protocol; the newest are kept. */
const MAX_HALLMARKS = 50

const MAX_CHARS = 200

/**
 * The events that upstream marks on the chart of a protocol, `[unix seconds, text]` or `[[from, to], text]`, oldest first; an
 * event of several days has its first. Invalid entries and events after `asOf` are left out. Null when no list is given;
 * `refused` when none of its entries is valid.
 */
export function mapHallmarks(
  given: unknown[] | null | undefined,
  asOf: Day,
): Hallmark[] | null | 'refused' {
  if (!given) return null
  const read = given.flatMap((entry) => readHallmark(entry) ?? [])
  if (read.length === 0 && given.length > 0) return 'refused'
  const byText = new Map(read.map((hallmark) => [`${hallmark.day} ${hallmark.text}`, hallmark]))
  return [...byText.entries()]
    .filter(([, { day }]) => day <= asOf)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, hallmark]) => hallmark)
    .slice(-MAX_HALLMARKS)
}

function readHallmark(entry: unknown): Hallmark | null {
  if (!Array.isArray(entry)) return null
  const [time, label]: unknown[] = entry
  const start: unknown = Array.isArray(time) ? time[0] : time
  const day = typeof start === 'number' || typeof start === 'string' ? dayOfUpstream(start) : null
  const text = typeof label === 'string' ? plainText(label, MAX_CHARS) : null
  return day === null || text === null ? null : { day, text }
}
