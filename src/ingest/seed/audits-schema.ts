import * as z from 'zod'
import { type Day, isDay } from '../../domain/day.ts'

const id = z.string().regex(/^[1-9]\d{0,14}$/)
const text = z.string().min(1).max(200)
const day = z.string().refine(isDay, 'is not a day')
const link = z.url({ protocol: /^https$/ }).max(500)
const count = z.int().min(0).max(1000)

/** A day, or a month where the report names no day. */
const reportDate = z
  .string()
  .refine((value) => isDay(firstDayOf(value)), 'is neither a day nor a month')

const audit = z.strictObject({
  protocolId: id,
  auditor: text,
  date: reportDate,
  link,
  /** Counts as the report gives them; a severity that it does not use is left out. */
  findings: z
    .strictObject({
      critical: count.optional(),
      high: count,
      medium: count,
      low: count,
      informational: count.optional(),
      gas: count.optional(),
      undetermined: count.optional(),
      /** How many of them the report calls acknowledged, so not fixed. */
      acknowledged: count.optional(),
    })
    .optional(),
  readOn: day,
  /** Where the auditor and the date are from: the name of the file, its title page and so on. */
  source: text,
})

/** Audit reports that were read by hand, and the links of the registry that they replace. */
export const AUDITS_FILE = z.strictObject({
  asOf: day,
  source: z.string().regex(/^[a-z][a-z0-9-]*$/),
  terms: z.string().min(1),
  audits: z.array(audit),
  /** Links of the registry to the same reports, to lists of them, to reports of another product, and to pages that are no report. */
  replaces: z.array(z.strictObject({ protocolId: id, links: z.array(z.url()).min(1) })),
})

export type SeedAudits = z.infer<typeof AUDITS_FILE>

/** The day of a report; the first of the month when only the month is known, as with dates in links. */
export function firstDayOf(date: string): Day {
  return date.length === 7 ? `${date}-01` : date
}
