import { known, MISSING_REASONS, missing, type Reading } from '../domain/reading.ts'

/** The columns of a stored reading. */
export interface ReadingColumns {
  value: string | null
  reason: string | null
  as_of: string | null
  source: string
}

export function toReading(row: ReadingColumns): Reading<unknown> {
  if (row.value === null || row.as_of === null) {
    const reason = MISSING_REASONS.find((known) => known === row.reason)
    return missing(reason ?? 'not-covered', row.source)
  }
  return known(JSON.parse(row.value), row.as_of, row.source)
}
