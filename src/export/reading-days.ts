import type { Catalogue } from '../domain/catalogue.ts'
import { type Day, newestDay, oldestDay } from '../domain/day.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'

/** First and last day of the readings in use; both null when none has a day. */
export interface ReadingDays {
  oldest: Day | null
  newest: Day | null
}

/**
 * The days of the readings of each source, by source id. An incident counts with its own day; a review, a contract and a market too.
 * The day of a source itself also counts, except in the sample, whose rows are of many days.
 */
export function readingDays({ entries, incidents, sources, snapshot }: Catalogue) {
  const days = new Map(
    sources.map(({ id, asOf }): [string, Day[]] => {
      const isOwn = asOf !== null && (snapshot.origin !== 'seed' || id === SOURCE_OF_ROLE.sanctions)
      return [id, isOwn ? [asOf] : []]
    }),
  )
  const add = (source: string, ...found: Day[]) => days.get(source)?.push(...found)
  add(SOURCE_OF_ROLE.incidents, ...incidents.map(({ day }) => day))
  for (const { record } of entries) {
    const { reviews, control, markets, ...facts } = record.facts
    for (const reading of [record.tvl, ...Object.values(facts)]) {
      if (reading?.known) add(reading.source, reading.asOf)
    }
    if (reviews?.known) add(reviews.source, ...reviews.value.map(({ reviewedOn }) => reviewedOn))
    for (const rows of [control, markets]) {
      if (rows?.known) add(rows.source, ...rows.value.map(({ day }) => day))
    }
  }
  return new Map([...days].map(([source, found]) => [source, spreadOf(found)]))
}

function spreadOf(days: Day[]): ReadingDays {
  return { oldest: oldestDay(days) ?? null, newest: newestDay(days) ?? null }
}
