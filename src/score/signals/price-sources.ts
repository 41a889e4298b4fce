import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** DefiLlama's oracle types that TVL depends on. Fallback, RNG, Reference and proof of reserve are not among them. */
const DEPENDENCE = new Set(['Primary', 'Secondary', 'Aggregator', 'Declared'])

/**
 * The number of independent price sources that are declared. Which ones they are does not matter: in past losses the provider did not
 * separate.
 */
export const priceSources: Signal = {
  id: 'priceSources',
  question: 'Where do its prices come from?',
  applies: needsPrices,
  read: readSources,
}

/** True for activities that need prices, and for any protocol that declares a price source. */
export function needsPrices({ activity, record }: Subject): boolean {
  if (activity === null || activity.needsPrices) return true
  const names = declaredSources(record)
  return names.known && names.value.length > 0
}

function readSources({ record }: Subject): Reading<Measure> {
  const names = declaredSources(record)
  if (names.known && names.value.length === 0) return missing('not-covered', names.source)
  return mapReading(names, (list) => ({
    value: list.length,
    sentence: `It declares prices from ${listed(list)}.`,
  }))
}

/** True for a price source that TVL depends on; a fallback is none. */
export function dependsOnPrices({ type }: { type: string }): boolean {
  return DEPENDENCE.has(type)
}

/** Distinct names of the price sources that a protocol depends on, in alphabetical order. */
function declaredSources(record: ProtocolRecord): Reading<string[]> {
  const oracles = record.facts.oracles ?? missing('not-covered', record.tvl.source)
  return mapReading(oracles, (list) =>
    [...new Set(list.filter(dependsOnPrices).map(({ name }) => name))].sort(),
  )
}

/** Names as in a sentence: `A`, `A and B`, `A, B and C`. */
function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
