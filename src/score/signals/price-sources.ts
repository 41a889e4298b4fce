import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'

/** DefiLlama's oracle types that TVL depends on. Fallback, RNG, Reference and proof of reserve are not among them. */
const DEPENDENCE = new Set(['Primary', 'Secondary', 'Aggregator', 'Declared'])

/** Distinct names of the price sources that a protocol depends on, in alphabetical order. */
export function priceSources(record: ProtocolRecord): Reading<string[]> {
  const oracles = record.facts.oracles ?? missing('not-covered', record.tvl.source)
  return mapReading(oracles, (list) =>
    [...new Set(list.filter(({ type }) => DEPENDENCE.has(type)).map(({ name }) => name))].sort(),
  )
}
