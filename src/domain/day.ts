/** A calendar day in UTC, written `YYYY-MM-DD`. Days sort and compare as text. */
export type Day = string

/** The day of undated data: older than every age limit, so that it never counts as current. */
export const UNDATED: Day = '0001-01-01'

export const DAY_MS = 86_400_000
export const DAY_SECONDS = DAY_MS / 1_000
const PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** True when the text is a real calendar day, such as `2024-02-29` and unlike `2023-02-29`. */
export function isDay(text: string): text is Day {
  if (!PATTERN.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** The UTC day that holds this instant, given in milliseconds since 1970. */
export function dayOf(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Whole days since 1970-01-01, as the store keeps a day. */
export function dayNumber(day: Day): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

/** The day with this number; the inverse of `dayNumber`. */
export function dayFromNumber(number: number): Day {
  return dayOf(number * DAY_MS)
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return dayFromNumber(dayNumber(day) + count)
}

/** The latest of some days; undefined without any. */
export function newestDay(days: readonly Day[]): Day | undefined {
  return days.toSorted().at(-1)
}

/** The earliest of some days; undefined without any. */
export function oldestDay(days: readonly Day[]): Day | undefined {
  return days.toSorted()[0]
}

/** Days from `from` to `to`; negative when `to` is the earlier one. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** The year of a day of an earlier year than `asOf`, to be shown beside what was read on it; null for any other. */
export function earlierYear(day: Day | null, asOf: Day): string | null {
  const year = day?.slice(0, 4) ?? null
  return year !== null && year < asOf.slice(0, 4) ? year : null
}

/** The day as it is published: null when it is unknown. */
export function knownDay(day: Day | undefined): Day | null {
  return day === undefined || day === UNDATED ? null : day
}

/** The first instant of a day as ISO 8601 in UTC, as documents publish it. */
export function isoInstant(day: Day): string {
  return `${day}T00:00:00.000Z`
}
