import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import { type Subject, votesOnChain } from '../subject.ts'

/**
 * A declared voting place, borrowed from the family where that has a better one. Weak evidence: it says
 * that holders are asked, not that they decide.
 */
export const governance: Signal = {
  id: 'governance',
  question: 'Is there a public vote?',
  applies: always,
  read: readGovernance,
}

function readGovernance({ record, familyGovernance }: Subject): Reading<Measure> {
  const own = record.facts.governance ?? missing('not-covered', record.tvl.source)
  const isDeclared = own.known && own.value.length > 0
  const isBetter = familyGovernance !== null && votesOnChain(familyGovernance.value)
  // The better of the two, so that taking one's own vote back never pays.
  if (isDeclared && (votesOnChain(own.value) || !isBetter)) return mapReading(own, measureOf)
  if (familyGovernance) {
    return mapReading(familyGovernance, (ids) => {
      const { value, sentence } = measureOf(ids)
      const words = sentence.replace(/^./, (letter) => letter.toLowerCase())
      return { value, sentence: `Inherited from its family: ${words}`, inherited: true }
    })
  }
  return mapReading(own, () => ({ value: 0, sentence: 'No place to vote is declared.' }))
}

function measureOf(ids: string[]): Measure {
  return votesOnChain(ids)
    ? { value: 2, sentence: 'Votes are held on chain.' }
    : { value: 1, sentence: 'Votes are held off chain, on Snapshot.' }
}
