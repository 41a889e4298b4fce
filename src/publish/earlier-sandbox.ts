import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Batch, ProtocolRow } from '../domain/batch.ts'
import { addDays, type Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { mapReading, missing, type Reading } from '../domain/reading.ts'
import type { Source } from '../ingest/source.ts'

const slugs = z.array(z.string())

const earlier = z.strictObject({
  daysBefore: z.int().min(1).max(400),
  /** Protocols that were not listed yet. */
  without: slugs,
  /** Protocols that had no audit yet. */
  withoutAudits: slugs,
  /** Protocols of which nothing but the TVL was known. */
  withoutReadings: slugs,
  /** TVL on that day as a multiple of the present one. */
  tvlTimes: z.record(z.string(), z.number().positive()),
  /** Protocols that are no longer listed, each with the data of a present one. */
  also: z.array(
    z.strictObject({ like: z.string(), id: z.string(), slug: z.string(), name: z.string() }),
  ),
})

const file = z.strictObject({
  source: z.string(),
  terms: z.string(),
  snapshots: z.array(earlier),
})

type Earlier = z.infer<typeof earlier>

/** A day before that of the sandbox, and its sources as they were on it. */
export interface EarlierDay {
  asOf: Day
  sources: Source[]
}

/**
 * The earlier days of an invented data set, oldest first, so that it has a history too; none without a file `earlier.json`.
 * Throws `EXPORT_FAILED` when the file does not match its schema.
 */
export function earlierDays(dir: string, asOf: Day, sources: Source[]): EarlierDay[] {
  const name = path.join(dir, 'earlier.json')
  if (!existsSync(name)) return []
  const parsed = file.safeParse(parseJson(readFileSync(name, 'utf8')))
  if (!parsed.success) {
    throw new PlimsollError(
      'EXPORT_FAILED',
      `${name} does not match its schema: ${z.prettifyError(parsed.error)}`,
    )
  }
  return parsed.data.snapshots
    .toSorted((a, b) => b.daysBefore - a.daysBefore)
    .map((given) => {
      const day = addDays(asOf, -given.daysBefore)
      return { asOf: day, sources: sources.map((source) => asOn(day, source, given)) }
    })
}

function asOn(day: Day, source: Source, given: Earlier): Source {
  return {
    ...source,
    read: async (context) => {
      const batch: Batch = await source.read(context)
      const { protocols, ...rest } = batch
      if (!protocols) return { ...rest, asOf: day }
      return { ...rest, asOf: day, protocols: rowsOn(day, protocols, given) }
    },
  }
}

function rowsOn(day: Day, rows: ProtocolRow[], given: Earlier): ProtocolRow[] {
  const also = given.also.flatMap(({ like, ...own }) => {
    const model = rows.find(({ slug }) => slug === like)
    return model ? { ...model, ...own } : []
  })
  return [...rows.filter(({ slug }) => !given.without.includes(slug)), ...also].map((row) => {
    const facts = Object.entries<Reading<unknown>>(row.facts).map(([name, reading]) => [
      name,
      by(day, reading),
    ])
    const bare = Object.entries(row.facts).map(([name, reading]) => [
      name,
      missing('not-covered', reading.source),
    ])
    const times = given.tvlTimes[row.slug] ?? 1
    return {
      ...row,
      tvl: mapReading(by(day, row.tvl), (points) =>
        points.map((point) => ({ ...point, usd: Math.round(point.usd * times) })),
      ),
      facts: {
        ...Object.fromEntries(given.withoutReadings.includes(row.slug) ? bare : facts),
        ...(given.withoutAudits.includes(row.slug) && {
          auditFlag: missing('not-covered', 'sandbox'),
          auditLinks: missing('not-covered', 'sandbox'),
        }),
      },
    }
  })
}

/** A reading as it was dated on a day: not later than the day. */
function by<T>(day: Day, reading: Reading<T>): Reading<T> {
  return reading.known && reading.asOf > day ? { ...reading, asOf: day } : reading
}
