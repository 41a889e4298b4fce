import { type Day, knownDay } from '../../domain/day.ts'
import type { Reading } from '../../domain/reading.ts'

/** `unknown`: no source has a current answer, so the account must not be treated as clear. */
export type SanctionStatus = 'clear' | 'listed' | 'unknown'

export interface Screening {
  status: SanctionStatus
  /** `hit` is null, never false, for a source without an answer. */
  sources: { id: string; asOf: Day | null; hit: boolean | null }[]
}

/**
 * The status of one account from all sources. `listed` if any source lists it, even an outdated list: it may have been removed since,
 * but only a newer list can show that. `clear` takes a source with a current answer; without one the status is `unknown`.
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
