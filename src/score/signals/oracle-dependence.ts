import { known, mapReading, missing, type Reading } from '../../domain/reading.ts'
import { METHODOLOGY_SOURCE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { priceSources } from './price-sources.ts'

/** How much depends on outside prices. Depending on an oracle is exposure, no matter who runs it. */
export const oracleDependence: Signal = {
  id: 'oracleDependence',
  question: 'What would a wrong price do?',
  applies: oracleApplies,
  read: readDependence,
}

/** True for activities that need or may need prices, and for any protocol that declares a price source. */
export function oracleApplies(subject: Subject): boolean {
  if (subject.activity?.oracleDependence !== null) return true
  const sources = priceSources(subject.record)
  return sources.known && sources.value.length > 0
}

function readDependence(subject: Subject, method: Methodology): Reading<Measure> {
  const points = subject.activity?.oracleDependence
  const sources = priceSources(subject.record)
  const names = sources.known ? sources.value : []
  if (typeof points !== 'number') {
    if (names.length === 0) return missing('not-covered', sources.source)
    return mapReading(sources, () => ({
      value: method.declaredOracleElsewhere,
      sentence: `It reads prices from ${listed(names)}.`,
    }))
  }
  const label = subject.activity?.label ?? ''
  if (names.length > 0) {
    return mapReading(sources, () => ({
      value: points,
      sentence: `${label}: it reads prices from ${listed(names)}.`,
      isTypical: true,
    }))
  }
  return known(
    {
      value: points + method.undeclaredOracleAddend,
      sentence: `${label}: it needs prices, and ${undeclared(sources)}.`,
      isTypical: true,
    },
    method.publishedOn,
    METHODOLOGY_SOURCE,
  )
}

function undeclared(sources: Reading<string[]>): string {
  const isUnread = !sources.known && sources.reason !== 'not-covered'
  return isUnread ? 'its declared sources could not be read' : 'no source is declared'
}

/** Names as in a sentence: `A`, `A and B`, `A, B and C`. */
function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
