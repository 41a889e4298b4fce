import { type Day, daysBetween, oldestDay } from '../domain/day.ts'
import { known, missing, type Reading } from '../domain/reading.ts'
import { type AgeLimits, type ReadingName, SOURCE_OF_READING } from '../domain/sources.ts'

/** Readings whose parts are read one by one, so that a good run may keep some of an earlier one: each part has its own day. */
const IN_PARTS: readonly ReadingName[] = ['control', 'markets']

/**
 * The reading without the parts that are older than their source allows, and missing as `stale` when none is left. A reading without
 * parts of its own days stays as it is.
 */
export function youngParts(
  name: ReadingName,
  reading: Reading<unknown>,
  asOf: Day,
  limits: AgeLimits,
): Reading<unknown> {
  if (!reading.known || !IN_PARTS.includes(name)) return reading
  // Only `replaceReadings` writes these values, from the contracts and markets of a batch.
  const parts = reading.value as { day: Day }[]
  const limit = limits[SOURCE_OF_READING[name]]
  const young = parts.filter(({ day }) => daysBetween(day, asOf) <= limit)
  if (young.length === parts.length) return reading
  const oldest = oldestDay(young.map(({ day }) => day))
  return oldest === undefined
    ? missing('stale', reading.source)
    : known(young, oldest, reading.source)
}
