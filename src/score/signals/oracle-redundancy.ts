import { mapReading, missing } from '../../domain/reading.ts'
import type { Signal } from '../signal.ts'
import { oracleApplies } from './oracle-dependence.ts'
import { priceSources } from './price-sources.ts'

/** Independent price sources. A second one helps a little; which oracle it is does not matter. */
export const oracleRedundancy: Signal = {
  id: 'oracleRedundancy',
  question: 'How many independent price sources are there?',
  applies: oracleApplies,
  read: ({ record }) => {
    const sources = priceSources(record)
    if (!sources.known) return sources
    if (sources.value.length === 0) return missing('not-covered', sources.source)
    const value = sources.value.length
    return mapReading(sources, () => ({
      value,
      sentence: `${value} price ${value === 1 ? 'source is' : 'sources are'} declared.`,
    }))
  },
}
