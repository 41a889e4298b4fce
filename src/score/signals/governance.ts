import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import { type Subject, votesOnChain } from '../subject.ts'

/**
 * Declared governance votes, or those of the family if they are better. Weak evidence: they show that holders are asked,
 * not that they decide.
 */
export const governance: Signal = {
  id: 'governance',
  question: 'Is there a public vote?',
  applies: always,
  read: readGovernance,
}

function readGovernance(
  { record, familyGovernance }: Subject,
  { parameters: { governance: values } }: Methodology,
): Reading<Measure> {
  const measureOf = (ids: string[]): Measure =>
    votesOnChain(ids)
      ? { value: values.onChain, sentence: 'Votes are held on chain.' }
      : { value: values.offChain, sentence: 'Votes are held off chain, on Snapshot.' }
  const own = record.facts.governance ?? missing('not-covered', record.tvl.source)
  const isDeclared = own.known && own.value.length > 0
  const isBetter = familyGovernance !== null && votesOnChain(familyGovernance.value)
  // The better of the two, so that withdrawing one's own vote never lowers the score.
  if (isDeclared && (votesOnChain(own.value) || !isBetter)) return mapReading(own, measureOf)
  if (familyGovernance) {
    return mapReading(familyGovernance, (ids) => {
      const { value, sentence } = measureOf(ids)
      const words = sentence.replace(/^./, (letter) => letter.toLowerCase())
      return { value, sentence: `Inherited from its family: ${words}`, inherited: true }
    })
  }
  return mapReading(own, () => ({
    value: values.none,
    sentence: 'No governance vote is declared.',
  }))
}
