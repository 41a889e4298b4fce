import { mapReading, missing } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'

/** A declared voting place. Weak evidence: it says that holders are asked, not that they decide. */
export const governance: Signal = {
  id: 'governance',
  question: 'Is there a public vote?',
  applies: always,
  read: ({ record }) =>
    mapReading(record.facts.governance ?? missing('not-covered', record.tvl.source), (ids) => {
      if (ids.length === 0) return { value: 0, sentence: 'No place to vote is declared.' }
      const onChain = ids.some((id) => !id.toLowerCase().startsWith('snapshot:'))
      return onChain
        ? { value: 2, sentence: 'Votes are held on chain.' }
        : { value: 1, sentence: 'Votes are held off chain, on Snapshot.' }
    }),
}
