import type { AdapterChanges } from '../../domain/adapter-changes.ts'
import { type Day, daysBetween } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_READING } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/**
 * How many people changed the DefiLlama adapter within a year, on a logarithmic scale, and how recently. In past losses 4.2 % of
 * the protocols with a change within 180 days were exploited within a year, and 1.5 % of the others. High activity is not a fault
 * in itself: code that changes has more places to fail.
 */
export const changeActivity: Signal = {
  id: 'changeActivity',
  question: 'How much does it change?',
  applies: always,
  read: readActivity,
}

/** A reading of an earlier day says nothing about the days after its own, so the time since the change ends with it. */
function readActivity({ record }: Subject, method: Methodology): Reading<Measure> {
  const { adapterChanges } = record.facts
  if (!adapterChanges) return missing('not-covered', SOURCE_OF_READING.adapterChanges)
  if (!adapterChanges.known) return adapterChanges
  const { value: changes, asOf, source } = adapterChanges
  const days = Math.max(0, daysBetween(changes.lastChangedOn, asOf))
  const { halfLifeDays } = method.parameters.changeActivity
  const value = Math.log2(1 + changes.authors) * 2 ** (-days / halfLifeDays)
  return known({ value, sentence: describe(changes, days, asOf) }, asOf, source)
}

function describe({ authors }: AdapterChanges, days: number, asOf: Day): string {
  const when = days === 0 ? `on ${asOf}` : days === 1 ? 'a day ago' : `${days} days ago`
  const who = authors === 0 ? 'no one' : authors === 1 ? 'one person' : `${authors} people`
  return `Its DefiLlama adapter last changed ${when}; ${who} changed it within a year.`
}
