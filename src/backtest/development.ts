import * as z from 'zod'
import type { Day } from '../domain/day.ts'
import { usage } from '../domain/errors.ts'
import { dayOfUpstream } from '../ingest/defillama/upstream-day.ts'

/** Last day of the incidents that a score may be developed on. Later ones are kept for runs that test it. */
export const DEVELOPMENT_ENDS: Day = '2024-06-30'

const datedSchema = z.looseObject({ date: z.union([z.string(), z.number()]) })

/**
 * Checks a list of incidents before anything is read from it, row by row, also rows that would not become a label.
 * Throws `USAGE` when one has a day after the end of the development data.
 */
export function assertDevelopment(body: unknown, label: string): void {
  const days = (Array.isArray(body) ? body : []).flatMap((row) => {
    const dated = datedSchema.safeParse(row)
    const day = dated.success ? dayOfUpstream(dated.data.date) : null
    return day !== null && day > DEVELOPMENT_ENDS ? [day] : []
  })
  if (days.length === 0) return
  throw usage(
    `${label} has incidents after ${DEVELOPMENT_ENDS} (rows: ${days.length}), which development must not read; leave them out, or give --held-out for a run that is not development.`,
  )
}
