import { type Day, knownDay } from '../../domain/day.ts'
import type { Reading } from '../../domain/reading.ts'

/** `unknown`: no source can answer for this day, and the scan must not be answered as if the account were clear. */
export type SanctionStatus = 'clear' | 'listed' | 'unknown'

export interface Screening {
  status: SanctionStatus
  /** `hit` is null for a source that does not say; never false. */
  sources: { id: string; asOf: Day | null; hit: boolean | null }[]
}

/**
 * What all sources together say of one account. One that names it decides, even a list past its limit: a name may have come
 * off since, but that is for a fresh source of the same list to say, not for us to hope. Clear takes a source that answers
 * for today; when none does the status is `unknown`.
 */
export function screen(readings: readonly Reading<boolean>[]): Screening {
  const sources = readings.map((reading) => ({
    id: reading.source,
    asOf: reading.known ? knownDay(reading.asOf) : null,
    hit: reading.known ? reading.value : null,
  }))
  const isListed = sources.some(({ hit }) => hit === true)
  const isCleared = sources.some(({ hit }) => hit === false)
  return { status: isListed ? 'listed' : isCleared ? 'clear' : 'unknown', sources }
}
