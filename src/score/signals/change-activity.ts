import { daysBetween } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/**
 * How much a protocol changes, seen through its DefiLlama adapter: days since its last change and distinct authors within a year. In
 * past losses 4.2 % of the protocols with a change within 180 days were exploited within a year, 1.5 % of the others. High activity
 * is not a fault in itself: code that changes has more places to fail.
 */
export const changeActivity: Signal = {
  id: 'changeActivity',
  question: 'How much does it change?',
  applies: always,
  read: readActivity,
}

function readActivity(
  { record }: Subject,
  { parameters: { changeActivity: parameters } }: Methodology,
): Reading<Measure> {
  const changes = record.facts.adapterChanges ?? missing('not-covered', SOURCE_OF_ROLE.adapters)
  if (!changes.known) return changes
  const { lastChangedOn, authors } = changes.value
  const days = Math.max(0, daysBetween(lastChangedOn, changes.asOf))
  const recency = 1 - Math.log1p(days) / Math.log1p(parameters.quietDays)
  const people = Math.log1p(authors) / Math.log1p(parameters.manyAuthors)
  const value = 5 * Math.max(0, recency) + 5 * Math.min(1, people)
  return known({ value, sentence: describe(days, authors) }, changes.asOf, changes.source)
}

function describe(days: number, authors: number): string {
  const when = days === 0 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`
  const who = authors === 1 ? 'one person' : `${authors} people`
  const within = authors === 0 ? 'by no one within a year' : `by ${who} within a year`
  return `Its DefiLlama adapter last changed ${when}; it was changed ${within}.`
}
