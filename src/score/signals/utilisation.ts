import { mapReading, missing } from '../../domain/reading.ts'
import type { Signal } from '../signal.ts'
import { creditApplies } from './credit-applies.ts'

/** Share of the deposits that is lent out. Upstream's TVL leaves borrowed assets out, so deposits are the sum of both. */
export const utilisation: Signal = {
  id: 'utilisation',
  question: 'How much of the deposits is lent out?',
  applies: creditApplies,
  read: ({ sections }) => {
    if (!sections.known) return sections
    const { tvl, borrowed } = sections.value
    // A lender without a borrowed section is one that upstream does not measure, not one that lends nothing.
    if (borrowed <= 0) return missing('not-covered', sections.source)
    const value = borrowed / (tvl + borrowed)
    return mapReading(sections, () => ({
      value,
      sentence: `${Math.round(value * 100)} % of deposits are lent out.`,
    }))
  },
}
