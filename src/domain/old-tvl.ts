import { addDays, type Day } from './day.ts'

/** An older TVL puts no protocol among those of today. */
export const TVL_DAYS = 180

/** Whether a TVL of a day is older than `TVL_DAYS` on the day of the snapshot; false where its day is not known. */
export function isOldTvl({ tvlAsOf }: { tvlAsOf: Day | null }, asOf: Day): boolean {
  return tvlAsOf !== null && tvlAsOf < addDays(asOf, -TVL_DAYS)
}
